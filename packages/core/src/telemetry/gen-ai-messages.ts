import type { Message } from "../model/messages.ts";
import type { Part } from "../result/part.ts";

/** Messages as the GenAI conventions write them (`gen_ai.input.messages`, `gen_ai.output.messages`): JSON text. */
export function genAiMessages(messages: readonly Message[], finishReason?: string): string {
  const finish = finishReason === undefined ? {} : { finish_reason: finishReason };
  return JSON.stringify(messages.map((message) => ({ role: message.role, parts: partsOf(message), ...finish })));
}

function partsOf(message: Message): object[] {
  if (message.role === "tool") {
    return [{ type: "tool_call_response", id: message.tool_call_id, response: textOf(message.content) }];
  }
  const text = textOf(message.content);
  const said = text === "" ? [] : [{ type: "text", content: text }];
  if (message.role !== "assistant") return said;
  const calls = (message.tool_calls ?? []).map(({ id, function: { name, arguments: args } }) => {
    return { type: "tool_call", id, name, arguments: args };
  });
  return [...said, ...calls];
}

function textOf(content: string | readonly Part[]): string {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part.text : `[${part.mediaType}]`)).join("\n");
}

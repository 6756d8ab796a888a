import type { Message, Part } from "@toolwright/core";

/** JSON that may be written to, as `vitest-evals` declares it. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/** A piece of a conversation as `vitest-evals` keeps it. */
export type TranscriptEvent =
  | { type: "message"; role: "system" | "user" | "assistant"; content: string }
  | { type: "tool_call"; id: string; name: string; arguments: { [key: string]: JsonValue } }
  | { type: "tool_result"; toolCallId: string; content: string; error?: { message: string } };

/** A history, in its order: what was said, calls, and their results. */
export function transcriptOf(messages: readonly Message[]): TranscriptEvent[] {
  return messages.flatMap((message): TranscriptEvent[] => {
    const content = textOf(message.content);
    if (message.role === "tool") {
      const error = message.is_error === true ? { error: { message: content } } : {};
      return [{ type: "tool_result", toolCallId: message.tool_call_id, content, ...error }];
    }
    const said: TranscriptEvent[] = content === "" ? [] : [{ type: "message", role: message.role, content }];
    return message.role === "assistant" ? [...said, ...callsOf(message.tool_calls ?? [])] : said;
  });
}

type Calls = readonly {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}[];

function callsOf(calls: Calls): TranscriptEvent[] {
  return calls.map(({ id, function: { name, arguments: text } }) => {
    return { type: "tool_call", id, name, arguments: argumentsIn(text) };
  });
}

/** Files and images are named by their type. */
function textOf(content: string | readonly Part[]): string {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part.text : `[${part.type}]`)).join("");
}

/** A history has them as the text of an object; one that was made by hand may have another text. */
function argumentsIn(text: string): { [key: string]: JsonValue } {
  try {
    const read: JsonValue = JSON.parse(text);
    return typeof read === "object" && read !== null && !Array.isArray(read) ? read : {};
  } catch {
    return {};
  }
}

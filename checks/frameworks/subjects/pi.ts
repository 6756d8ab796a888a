import { type AgentTool, type AgentToolResult, agentLoop } from "@earendil-works/pi-agent-core";
import {
  fauxAssistantMessage,
  fauxProvider,
  fauxText,
  fauxToolCall,
  type Message,
  parseToolCallArguments,
} from "@earendil-works/pi-ai";
import type { Alone, PlainTool, Ran, ScriptedCall, Work } from "./subject.ts";

/** pi: `agentLoop` with its own faux provider. */
export const pi: Alone = { name: "pi", version: "1.6.0", alone, run };

function alone(tools: readonly PlainTool[]): AgentTool[] {
  return tools.map(({ name, schema, execute, output }) => ({
    name,
    label: name,
    description: name,
    parameters: { ...schema },
    ...(output && { outputSchema: output }),
    execute: async (_id, input, signal) => resultOf(await execute(input, signal), output !== undefined),
  }));
}

function resultOf(value: unknown, isStructured: boolean): AgentToolResult<unknown> {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  const structured = isStructured ? { structuredContent: JSON.parse(text) } : {};
  return { content: [{ type: "text", text }], details: value, ...structured };
}

async function run({ tools, steps, signal }: Work): Promise<Ran> {
  const { model, provider, seen } = scriptedModel(steps);
  const given: AgentTool[] = Array.from(Object(tools));
  let thrown: string | undefined;
  try {
    const events = agentLoop(
      [{ role: "user", content: "Go on.", timestamp: 0 }],
      { messages: [], tools: given },
      { model, convertToLlm: (messages) => messages.filter(isMessage) },
      signal,
      (asked, context, options) => provider.streamSimple(asked, context, options),
    );
    for await (const _ of events);
  } catch (error) {
    thrown = String(error);
  }
  return { ...seen(), parameters: {}, previews: [], ...(thrown === undefined ? {} : { thrown }) };
}

function isMessage(message: { readonly role: string }): message is Message {
  return ["system", "user", "assistant", "toolResult"].includes(message.role);
}

/** A model that makes the calls of one step after the other, then says `done`; arguments are read as pi reads them. */
function scriptedModel(steps: readonly (readonly ScriptedCall[])[]) {
  const faux = fauxProvider();
  const requests: (readonly { readonly role: string }[])[] = [];
  const answers = [...steps, []].map((calls) => {
    const made = calls.map(({ id, name, arguments: text }) => {
      const { arguments: args, ...failure } = parseToolCallArguments(text);
      return { ...fauxToolCall(name, args, { id }), ...failure };
    });
    return ({ messages }: { readonly messages: readonly { readonly role: string }[] }) => {
      requests.push(messages);
      return made.length === 0
        ? fauxAssistantMessage([fauxText("done")], { stopReason: "stop" })
        : fauxAssistantMessage(made, { stopReason: "toolUse" });
    };
  });
  faux.setResponses(answers);
  const seen = () => ({ requests: requests.length, answers: (requests.at(-1) ?? []).flatMap(answersIn) });
  return { model: faux.getModel(), provider: faux.provider, seen };
}

function answersIn(message: { readonly role: string }): Ran["answers"] {
  if (message.role !== "toolResult") return [];
  const { toolCallId, content } = Object(message);
  return [{ id: String(toolCallId), text: Array.from(content, (part) => Object(part).text ?? "").join("") }];
}

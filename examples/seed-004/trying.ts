import { type JsonObject, type Message, type ToolContext, toolResult } from "@toolwright/core";
import type { ChatProvider } from "@toolwright/models";

/** Says nothing. */
export const logger = { debug() {}, info() {}, warn() {}, error() {} };
/** The document's sample of parameters. */
export const parameters = {
  type: "object",
  properties: { path: { type: "string", description: "Path to the file to read" } },
  required: ["path"],
};
/** Stands for a tool that reads files. */
export const reading = {
  name: "read_file",
  description: "Read the contents of a file at the given path.",
  parameters,
  execute: async (_: ToolContext, { path }: JsonObject) => toolResult(`Hello from ${path}\n`),
};
/** A tool of the given name that does what it is told to. */
export const named = (
  name: string,
  execute: (ctx: ToolContext, args: JsonObject) => unknown = () => "ok",
  more: object = {},
) => ({
  name,
  description: `Does ${name}.`,
  parameters: { type: "object", properties: {} },
  execute: execute as () => string,
  ...more,
});
/** What every conversation begins with. */
export const user: Message = { role: "user", content: "Go." };

export type Response = Awaited<ReturnType<ChatProvider["chat"]>>;

/** A provider that says what it is told to, and keeps what it was asked. */
export function providing(...responses: (Response | Error)[]) {
  const asked: { messages: readonly Message[]; tools: readonly object[]; model: string; options: object }[] = [];
  const provider: ChatProvider = {
    async chat(messages, tools, model, options) {
      asked.push({ messages: [...messages] as Message[], tools: [...tools], model, options: { ...options } });
      const response = responses.shift() ?? { content: "end" };
      if (response instanceof Error) throw response;
      return response;
    },
  };
  return { provider, asked };
}

/** A call as a provider writes it. */
export const wire = (name: string, args: unknown = {}, id = "call_abc123") => ({
  content: "",
  tool_calls: [
    {
      id,
      type: "function" as const,
      function: { name, arguments: typeof args === "string" ? args : JSON.stringify(args) },
    },
  ],
  finish_reason: "tool_calls",
});
/** The same as a loop dispatches it. */
export const short = (name: string, args: JsonObject = {}, id = "call_abc123") => ({
  tool_calls: [{ id, name, arguments: args }],
});

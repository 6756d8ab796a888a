import { runToolLoop, type Tool } from "@toolwright/core";
import { scripted } from "@toolwright/models";
import { SILENT, toolsOf } from "../tools.ts";
import type { Alone, PlainTool, Ran, Work } from "./subject.ts";

/** Toolwright: `runToolLoop` with its own scripted model, and no options. */
export const toolwright: Alone = { name: "Toolwright", version: "0.1", alone, run };

function alone(tools: readonly PlainTool[]): Tool[] {
  return toolsOf(tools);
}

async function run({ tools, steps, signal }: Work): Promise<Ran> {
  const model = scripted([...steps.map((toolCalls) => ({ toolCalls })), { text: "done" }]);
  const given: Tool[] = Array.from(Object(tools));
  const { messages, error } = await runToolLoop({ model, tools: given, logger: SILENT, ...(signal && { signal }) }, [
    { role: "user", content: "Go on." },
  ]);
  const answers = messages.flatMap((message) =>
    message.role === "tool" ? [{ id: message.tool_call_id, text: String(message.content) }] : [],
  );
  const thrown = error === undefined ? {} : { thrown: error.message };
  return { answers, previews: [], parameters: {}, requests: model.requests.length, ...thrown };
}

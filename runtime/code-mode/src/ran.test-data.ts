import { ActivityStream, MemoryJournal, runToolLoop, type ToolLoopConfig } from "@toolwright/core";
import { scripted } from "@toolwright/core/testing";
import { type CodeModeTools, createCodeMode } from "./index.ts";

/** One program in a loop that has nothing but code mode: what the model reads of it, and the journal. */
export async function ran(code: string, tools: CodeModeTools, config: Partial<ToolLoopConfig> = {}) {
  const journal = new MemoryJournal();
  const result = await runToolLoop(
    {
      model: scripted([{ toolCalls: [{ id: "p", name: "run_code", arguments: { code } }] }, { text: "the end" }]),
      tools: [createCodeMode(tools).tool],
      activity: new ActivityStream(journal),
      logger: QUIET,
      ...config,
    },
    [{ role: "user", content: "go" }],
  );
  const said = result.messages.flatMap((message) => (message.role === "tool" ? [String(message.content)] : []));
  return { ...result, said: said[0] ?? "", events: journal.events };
}

const nothing = () => undefined;
export const QUIET = { debug: nothing, info: nothing, warn: nothing, error: nothing };

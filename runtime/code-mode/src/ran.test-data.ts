import {
  ActivityStream,
  type JournalEvent,
  MemoryJournal,
  resumeToolLoop,
  runToolLoop,
  type ToolLoopConfig,
} from "@toolwright/core";
import { scripted } from "@toolwright/core/testing";
import { type CodeModeOptions, type CodeModeTools, createCodeMode } from "./index.ts";

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

interface GoingOn {
  readonly code: string;
  readonly tools: CodeModeTools;
  readonly config?: Partial<ToolLoopConfig>;
  readonly options?: CodeModeOptions;
}

/** Another process, with what was stored before the first one died. */
export async function goneOn(before: readonly JournalEvent[], { code, tools, config = {}, options = {} }: GoingOn) {
  const journal = new MemoryJournal();
  for (const event of before) journal.append(structuredClone(event));
  const isAsked = before.some(({ type }) => type === "assistant_message");
  const asks = { toolCalls: [{ id: "p", name: "run_code", arguments: { code } }] };
  const result = await resumeToolLoop({
    model: scripted([...(isAsked ? [] : [asks]), { text: "the end" }]),
    tools: [createCodeMode(tools, options).tool],
    activity: new ActivityStream(journal),
    logger: QUIET,
    ...config,
  });
  const said = result.messages.flatMap((message) => (message.role === "tool" ? [String(message.content)] : []));
  return { said: said[0] ?? "", stopReason: result.stopReason, events: journal.events };
}

const nothing = () => undefined;
export const QUIET = { debug: nothing, info: nothing, warn: nothing, error: nothing };

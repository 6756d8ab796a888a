import { closeHistory } from "../journal/close-history.ts";
import { tellAuthor } from "../logging/tell-author.ts";
import type { Beginning } from "./begin-run.ts";
import { driveRun } from "./drive-run.ts";
import { readMessages } from "./read-messages.ts";
import { Run } from "./run.ts";
import { GOES_ON, type StepEnd } from "./step-end.ts";
import type { ToolLoopResult } from "./tool-loop-config.ts";

/** Runs to the end. Rejects where a run cannot be made of what was given. */
export async function startRun(beginning: Beginning): Promise<ToolLoopResult> {
  const { config, conversation, runId } = beginning;
  const { messages, warnings } = closeHistory(await readMessages(beginning.messages));
  const workInstead = await beginning.instead?.();
  const run = await Run.create({ config, messages, conversation, runId });
  return driveRun(run, async (): Promise<StepEnd> => {
    await storeStart(run, warnings, beginning.about?.(run));
    if (workInstead !== undefined) return workInstead(run);
    await hintAtTooLittle(run);
    return GOES_ON;
  });
}

async function storeStart(run: Run, warnings: readonly string[], about: object | undefined): Promise<void> {
  const { name, contextWindow } = run.config.model;
  const windows = contextWindow === undefined ? {} : { contextWindow };
  await run.emit("run_start", { input: run.input, model: name, ...windows, ...about });
  run.isBegun = true;
  for (const message of warnings) {
    run.core.logger.warn("The messages were no legal history", { text: message });
    await run.emit("warning", { code: "history_closed", message });
  }
}

/** A model is told too little: nothing of what a tool is for, or nothing at all. */
async function hintAtTooLittle({ core: { registry, logger }, config, input }: Run): Promise<void> {
  const bare = registry.tools().filter(({ description }) => description.trim() === "");
  if (bare.length > 0) await tellAuthor(logger, (hints) => hints.undescribed(bare));
  const mayCome = config.prepareStep ?? config.steering;
  if (input.length === 0 && mayCome === undefined) await tellAuthor(logger, (hints) => hints.NO_MESSAGES);
}

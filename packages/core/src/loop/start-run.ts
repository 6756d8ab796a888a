import { lazy } from "../tool/lazy.ts";
import type { Beginning } from "./begin.ts";
import { driveRun } from "./drive-run.ts";
import { legalHistory } from "./legal-history.ts";
import { readMessages } from "./read-messages.ts";
import { Run } from "./run.ts";
import type { StepEnd } from "./run-step.ts";
import type { ToolLoopResult } from "./tool-loop-config.ts";

const failures = lazy(() => import("./failed-run.ts"));

/** Runs to the end. Never rejects. */
export async function startRun(beginning: Beginning): Promise<ToolLoopResult> {
  try {
    const { messages, warnings } = await legalHistory(readMessages(beginning.messages));
    const { config, conversation, runId } = beginning;
    const run = await Run.create({ config, messages, conversation, runId });
    return await driveRun(run, () => begin(run, warnings));
  } catch (thrown) {
    return (await failures()).notStarted(beginning, thrown);
  }
}

async function begin(run: Run, warnings: readonly string[]): Promise<StepEnd> {
  await run.emit("run_start", { input: run.input, model: run.config.model.name });
  for (const message of warnings) {
    run.core.logger.warn("The messages were no legal history", { text: message });
    await run.emit("warning", { code: "history_closed", message });
  }
  return { goesOn: true, notes: [] };
}

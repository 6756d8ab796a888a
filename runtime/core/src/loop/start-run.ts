import { andThen, type MaybePromise } from "../async/and-then.ts";
import type { Message } from "../model/messages.ts";
import type { Beginning } from "./begin.ts";
import { driveRun } from "./drive-run.ts";
import { later } from "./later.ts";
import { legalHistory } from "./legal-history.ts";
import { isPlainHistory } from "./plain-start.ts";
import { Run } from "./run.ts";
import type { StepEnd } from "./run-step.ts";
import type { ToolLoopResult } from "./tool-loop-config.ts";

export { skipCall } from "../run/call.ts";
export { driveRun } from "./drive-run.ts";
export { Run } from "./run.ts";
export { endStep } from "./run-step.ts";

/** Runs to the end. Never rejects. */
export async function startRun(beginning: Beginning): Promise<ToolLoopResult> {
  try {
    const { messages, warnings } = await legalHistory(await messagesOf(beginning));
    const { config, conversation, runId } = beginning;
    const run = await Run.create({ config, messages, conversation, runId });
    return await driveRun(run, async () => {
      const begun = await begin(run, warnings, beginning.about?.(run));
      return beginning.instead === undefined ? begun : beginning.instead(run);
    });
  } catch (thrown) {
    return (await later()).notStarted(beginning, thrown);
  }
}

function messagesOf({ messages }: Beginning): MaybePromise<readonly Message[]> {
  return isPlainHistory(messages) ? messages : andThen(later(), ({ readMessages }) => readMessages(messages));
}

async function begin(run: Run, warnings: readonly string[], about: object | undefined): Promise<StepEnd> {
  const { name, contextWindow } = run.config.model;
  const windows = contextWindow === undefined ? {} : { contextWindow };
  await run.emit("run_start", { input: run.input, model: name, ...windows, ...about });
  for (const message of warnings) {
    run.core.logger.warn("The messages were no legal history", { text: message });
    await run.emit("warning", { code: "history_closed", message });
  }
  return { goesOn: true, notes: [] };
}

import type { Message } from "../model/messages.ts";
import type { LlmError } from "../model/model-port.ts";
import type { Run } from "./run.ts";
import { runStep, type StepEnd } from "./run-step.ts";
import type { ToolLoopResult } from "./tool-loop-config.ts";

/** Model calls a run may make when nobody says otherwise (system.md, "The loop"). */
const DEFAULT_MAX_ITERATIONS = 50;

type Ended = Extract<StepEnd, { goesOn: false }>;

/** Runs steps until one ends the run, then publishes `done`. Never rejects. */
export async function driveRun(run: Run, begin: () => Promise<StepEnd>): Promise<ToolLoopResult> {
  const ended = await untilEnd(run, begin).catch((thrown) => crashed(run, thrown));
  run.inbox.close();
  await disposeDependencies(run);
  return finish(run, ended);
}

async function untilEnd(run: Run, begin: () => Promise<StepEnd>): Promise<Ended> {
  const { maxIterations = DEFAULT_MAX_ITERATIONS, signal } = run.config;
  let notes: readonly Message[] = [];
  for (let end = await begin(); ; end = await runStep(run, notes)) {
    if (!end.goesOn) return end;
    if (run.core.activity.failure !== undefined) return crashed(run, run.core.activity.failure);
    if (signal?.aborted) return { goesOn: false, stopReason: "aborted" };
    if (run.iterations >= maxIterations) return { goesOn: false, stopReason: "max_iterations" };
    notes = end.notes;
  }
}

function crashed(run: Run, thrown: unknown): Ended {
  const { activity, logger, scrubber } = run.core;
  const message = scrubber.text(thrown instanceof Error ? thrown.message : String(thrown));
  logger.error("The run failed", { error: thrown });
  const error: LlmError =
    activity.failure === undefined
      ? { code: "internal", message: `The run failed: ${message}` }
      : { code: "journal_failed", message: `The journal could not be written: ${message}` };
  return { goesOn: false, stopReason: "error", error };
}

async function disposeDependencies({ memory, core }: Run): Promise<void> {
  await memory.dependencies?.dispose((error) => core.logger.error("A dependency could not be disposed of", { error }));
}

async function finish(run: Run, { stopReason, error }: Ended): Promise<ToolLoopResult> {
  const { iterations, usage, content } = run;
  const summary = { stopReason, iterations, usage, ...(error === undefined ? {} : { error }) };
  try {
    if (error !== undefined) await run.emit("error", { code: error.code, error: error.message });
    await run.emit("done", summary);
  } catch {
    // The journal is gone; the result below says so.
  }
  return { ...summary, content: stopReason === "max_iterations" ? "" : content, messages: run.history.snapshot() };
}

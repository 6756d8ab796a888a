import { shareAbort, unshareAbort } from "../async/abort.ts";
import type { Message } from "../model/messages.ts";
import { lazy } from "../tool/lazy.ts";
import type { Run } from "./run.ts";
import { type RunEnd, runStep, type StepEnd } from "./run-step.ts";
import type { ToolLoopResult } from "./tool-loop-config.ts";

const later = lazy(() => import("./loaded-later.ts"));

/** Model calls a run may make when nobody says otherwise. */
const DEFAULT_MAX_ITERATIONS = 50;

/** Runs steps until one ends the run, then publishes `done`. Never rejects. */
export async function driveRun(run: Run, begin: () => Promise<StepEnd>): Promise<ToolLoopResult> {
  const { signal, onUserMessage } = run.config;
  const stopTelling = onUserMessage && (await later()).tellUser(run);
  if (signal !== undefined) shareAbort(signal);
  const ended = await untilEnd(run, begin).catch(async (thrown) => (await later()).crashedRun(run, thrown));
  if (signal !== undefined) unshareAbort(signal);
  const unheard = run.inbox.close();
  if (unheard.length > 0) (await later()).tellLate(run.core, unheard);
  if (run.memory.dependencies !== undefined) await disposeDependencies(run);
  stopTelling?.();
  return finish(run, ended);
}

async function untilEnd(run: Run, begin: () => Promise<StepEnd>): Promise<RunEnd> {
  const { maxIterations = DEFAULT_MAX_ITERATIONS, signal } = run.config;
  let notes: readonly Message[] = [];
  for (let end = await begin(); ; end = await runStep(run, notes)) {
    if (!end.goesOn) return end;
    if (run.core.activity.failure !== undefined) return (await later()).crashedRun(run, run.core.activity.failure);
    if (signal?.aborted) return { goesOn: false, stopReason: "aborted" };
    if (run.iterations >= maxIterations) return { goesOn: false, stopReason: "max_iterations" };
    notes = end.notes;
  }
}

async function disposeDependencies({ memory, core }: Run): Promise<void> {
  if (core.options.overrides !== undefined) (await later()).warnOfUnmatched(memory, core.options, core.logger);
  await memory.dependencies?.dispose((error) => core.logger.error("A dependency could not be disposed of", { error }));
}

async function finish(run: Run, { stopReason, error }: RunEnd): Promise<ToolLoopResult> {
  const { iterations, content } = run;
  const usage = run.countUsage();
  const summary = { stopReason, iterations, usage, ...(error === undefined ? {} : { error }) };
  try {
    if (error !== undefined) await run.emit("error", { code: error.code, error: error.message });
    await run.emit("done", summary);
  } catch {
    // The journal is gone; the result below says so.
  }
  for (const message of run.leftOver) run.history.add(message);
  const messages = run.history.snapshot();
  const output = run.answer?.value;
  return {
    content: stopReason === "max_iterations" ? "" : content,
    messages,
    ...summary,
    ...(output && { output: output.of }),
  };
}

import { shareAbort, unshareAbort } from "../async/abort.ts";
import { andThen, type MaybePromise } from "../async/and-then.ts";
import type { Message } from "../model/messages.ts";
import type { SteerMessage } from "../steer/steer-queue.ts";
import { later } from "./later.ts";
import type { Run } from "./run.ts";
import { type RunEnd, runStep, type StepEnd } from "./run-step.ts";
import type { ToolLoopResult } from "./tool-loop-config.ts";

/** Model calls a run may make when nobody says otherwise. */
const DEFAULT_MAX_ITERATIONS = 50;

/** Runs steps until one ends the run, then publishes `done`. Never rejects. */
export async function driveRun(run: Run, begin: () => Promise<StepEnd>): Promise<ToolLoopResult> {
  const { signal, onUserMessage, steering } = run.config;
  let stopWaiting: (() => void) | undefined;
  const beginTelling = async () => {
    const end = await begin();
    if (steering !== undefined) stopWaiting = (await later()).tellWaiting(run, steering);
    return end;
  };
  const stopTelling = onUserMessage && (await later()).tellUser(run);
  if (signal !== undefined) shareAbort(signal);
  const ended = await untilEnd(run, beginTelling).catch(async (thrown) => (await later()).crashedRun(run, thrown));
  if (signal !== undefined) unshareAbort(signal);
  stopWaiting?.();
  run.core.alarm.rest();
  const unheard = run.inbox.close();
  if (unheard.length > 0) (await later()).tellLate(run.core, unheard);
  const { memory, core } = run;
  if (memory.dependencies !== undefined) await (await later()).endDependencies(memory, core.options, core.logger);
  stopTelling?.();
  return finish(run, ended);
}

async function untilEnd(run: Run, begin: () => Promise<StepEnd>): Promise<RunEnd> {
  const { maxIterations = DEFAULT_MAX_ITERATIONS, signal } = run.config;
  let notes: readonly Message[] = [];
  for (let end = await begin(); ; end = await runStep(run, notes)) {
    if (!end.goesOn && (run.iterations >= maxIterations || !(await hearsMore(run, end)))) return end;
    if (run.core.activity.failure !== undefined) return (await later()).crashedRun(run, run.core.activity.failure);
    if (signal?.aborted) return { goesOn: false, stopReason: "aborted" };
    if (run.iterations >= maxIterations) return { goesOn: false, stopReason: "max_iterations" };
    notes = end.goesOn ? end.notes : [];
  }
}

/** Only where people can say something an answer may not be the end. */
function hearsMore(run: Run, end: RunEnd): MaybePromise<boolean> {
  const isAlone = run.config.steering === undefined && run.steered.length === 0;
  return isAlone ? false : andThen(later(), (module) => module.hearsMore(run, end));
}

async function finish(run: Run, { stopReason, error }: RunEnd): Promise<ToolLoopResult> {
  const { iterations, content } = run;
  const usage = run.countUsage();
  let unsent: readonly SteerMessage[] = [];
  const summary = { stopReason, iterations, usage, ...(error === undefined ? {} : { error }) };
  try {
    if (error !== undefined) await run.emit("error", { code: error.code, error: error.message });
    await run.emit("done", summary);
    unsent = (await run.config.steering?.ended(stopReason)) ?? [];
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
    ...(unsent.length > 0 && { unsent: unsent.map(({ message }) => message) }),
  };
}

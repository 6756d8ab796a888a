import { shareAbort, unshareAbort, untilAborted, untilStopped } from "../async/abort.ts";
import { PATIENCE_MS } from "../async/patience.ts";
import { within } from "../async/within.ts";
import { endDependencies } from "../dependencies/resolver.ts";
import type { Usage } from "../model/model-port.ts";
import { realMessage } from "../result/thrown.ts";
import { tellLate } from "../run/background.ts";
import { isAnswered } from "../steer/steer-queue.ts";
import { crashedRun } from "./crashed-run.ts";
import type { Run } from "./run.ts";
import { runStep } from "./run-step.ts";
import { ABORTED, type RunEnd, type StepEnd } from "./step-end.ts";
import type { StopReason } from "./stop-reason.ts";
import type { LoopState, ToolLoopConfig, ToolLoopResult } from "./tool-loop-config.ts";

/**
 * Runs steps until one ends the run, then stores `done`. `reachFirstStep` stores how the run begins, and all that comes
 * before its next step; what it returns says whether there is one. Never rejects.
 */
export async function driveRun(run: Run, reachFirstStep: () => Promise<StepEnd>): Promise<ToolLoopResult> {
  const { signal } = run.config;
  const stopTelling = run.userMessages?.tellUser(run);
  run.budget?.ledger.clock.runBegan();
  if (signal !== undefined) shareAbort(signal);
  const ended = await runSteps(run, reachFirstStep);
  if (signal !== undefined) unshareAbort(signal);
  run.budget?.ledger.clock.runEnded();
  run.core.alarm.rest();
  tellLate(run.core, run.inbox.close());
  await disposeOfDependencies(run);
  stopTelling?.();
  return endRun(run, ended);
}

async function runSteps(run: Run, reachFirstStep: () => Promise<StepEnd>): Promise<RunEnd> {
  const { signal } = run.config;
  const { activity } = run.core;
  let stopTelling: (() => void) | undefined;
  try {
    let end = await reachFirstStep();
    stopTelling = run.steering?.tellWaiting(run);
    for (;;) {
      if (activity.failure !== undefined) return crashedRun(run, activity.failure);
      if (!end.goesOn && (!run.mayAskAgain || !(await hearsMore(run, end)))) return end;
      if (signal?.aborted) return ABORTED;
      const stopReason = await limitReached(run, end);
      if (stopReason !== undefined) return { goesOn: false, stopReason };
      end = await runStep(run, end.goesOn ? end.notes : []);
    }
  } catch (thrown) {
    return crashedRun(run, thrown);
  } finally {
    stopTelling?.();
  }
}

/** Whether people have said something that the model has not heard: then an answer does not end the run. */
async function hearsMore(run: Run, { stopReason }: RunEnd): Promise<boolean> {
  if (!isAnswered(stopReason) || run.config.signal?.aborted) return false;
  return run.steered.length > 0 || ((await run.steering?.isWaitedFor(run)) ?? false);
}

/** The limit that stands before another step. Rejects with what the caller's own condition throws. */
async function limitReached(run: Run, { goesOn }: StepEnd): Promise<StopReason | undefined> {
  const { stopWhen } = run.config;
  if (!run.mayAskAgain) return "max_iterations";
  if (stopWhen === undefined || !goesOn || run.iterations === 0) return undefined;
  return (await isStopped(run, stopWhen)) ? "stop_when" : undefined;
}

type StopWhen = NonNullable<ToolLoopConfig["stopWhen"]>;

async function isStopped({ config, iterations, usage, history }: Run, stopWhen: StopWhen): Promise<boolean> {
  const state: LoopState = {
    iterations,
    usage,
    get messages() {
      return history.snapshot();
    },
  };
  try {
    return (await untilAborted(stopWhen(state), config.signal)) === true;
  } catch (thrown) {
    // One that was written for another library looks for what is not there.
    throw new TypeError(`stopWhen, which is given { iterations, usage, messages }, failed: ${realMessage(thrown)}`);
  }
}

async function disposeOfDependencies({ memory, core, config }: Run): Promise<void> {
  if (memory.dependencies === undefined) return;
  const disposing = endDependencies(memory, core.options, core.logger);
  await untilStopped(disposing, config.signal, PATIENCE_MS.disposal);
}

/** These ends come between two steps: the words of the step before are no answer. */
const CUT_SHORT: ReadonlySet<StopReason> = new Set(["max_iterations", "budget", "stop_when"]);

/** Nothing is told of an end that is not stored: such a run has failed, whatever it came to. */
async function endRun(run: Run, reached: RunEnd): Promise<ToolLoopResult> {
  const { iterations, content } = run;
  const usage = run.countUsage();
  const { end, isStored } = await storeEnd(run, reached, usage);
  if (isStored) run.budget?.ledger.forget(run.runId);
  const unsent = (isStored && (await run.steering?.endSteering(run, end))) || [];
  for (const message of run.leftOver) run.history.add(message);
  const { stopReason, error } = end;
  const output = run.finalAnswer?.value;
  const { changed } = run.changes;
  return {
    content: CUT_SHORT.has(stopReason) ? "" : content,
    messages: run.history.snapshot(),
    stopReason,
    iterations,
    usage,
    ...(error !== undefined && { error }),
    ...(changed !== undefined && { changed }),
    ...(output !== undefined && end === reached && { output: output.of }),
    ...(unsent.length > 0 && { unsent: unsent.map(({ message }) => message) }),
  };
}

/**
 * The end that is stored; where that could not be, the failure of the journal, which is stored if that can be after
 * all.
 */
async function storeEnd(run: Run, reached: RunEnd, usage: Usage): Promise<{ end: RunEnd; isStored: boolean }> {
  if (reached.error?.code === "journal_failed")
    return { end: reached, isStored: await storeLastWords(run, reached, usage) };
  try {
    await run.core.activity.stored();
    if (run.core.activity.failure !== undefined) throw run.core.activity.failure;
    await emitEnd(run, reached, usage);
    return { end: reached, isStored: true };
  } catch (thrown) {
    const end = crashedRun(run, thrown);
    return { end, isStored: await storeLastWords(run, end, usage) };
  }
}

async function emitEnd(run: Run, { stopReason, error }: RunEnd, usage: Usage): Promise<void> {
  const { iterations } = run;
  const { changed } = run.changes;
  const said = { ...(error !== undefined && { error }), ...(changed !== undefined && { changed }) };
  if (error !== undefined) await run.emit("error", { code: error.code, error: error.message });
  await run.emit("done", { stopReason, iterations, usage, ...said });
}

/** A journal that has failed may still take the end of a run that it has the beginning of. */
async function storeLastWords(run: Run, end: RunEnd, usage: Usage): Promise<boolean> {
  if (!run.isBegun) return false;
  const telling = emitEnd(run, end, usage).then(
    () => true,
    () => false,
  );
  return (await within(telling, PATIENCE_MS.runJournal)) ?? false;
}

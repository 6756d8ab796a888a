import { admit, type CallInScope, type Judged, settle } from "./call.ts";
import type { CallKey, SettledCall } from "./call-states.ts";
import { CallSet } from "./run-memory.ts";
import type { Scope } from "./scope.ts";
import { placesIn, Slots, sharesTime } from "./slots.ts";
import { StepQuestions } from "./step-questions.ts";

/**
 * Runs the calls of one step. Each is read and authorised in call order; reads then run together, and so do tools that
 * say they may; everything else alone. Results come in call order whatever finished first. A stop is final: nothing of
 * the step starts after it. Never rejects.
 */
export async function executeStep(calls: readonly CallInScope[]): Promise<SettledCall[]> {
  // Where nobody can answer, nobody is asked.
  const questions = calls[0]?.scope.approver && new StepQuestions(calls);
  // Most steps have one call: it waits for nobody.
  const [only] = calls.length === 1 ? calls : [];
  const settled = only === undefined ? await settleAll(calls) : [await settle(await admit(only), only.scope)];
  questions?.close();
  return settled;
}

async function settleAll(calls: readonly CallInScope[]): Promise<SettledCall[]> {
  const width = calls[0] === undefined ? 1 : placesIn(calls[0].scope);
  const slots = new Slots(width);
  // Identical calls wait for each other, so that the loop guard sees every outcome.
  const inFlight = new CallSet();
  const settled: (SettledCall | Promise<SettledCall>)[] = [];
  for (const asked of calls) {
    if (!slots.takeOne()) await slots.waitForOne();
    const judged = await admit(asked);
    const { scope } = asked;
    const key = runningKey(judged);
    if (needsOnePlace(judged) && !(key && inFlight.twinOf(key))) {
      if (width > 1) scope.place = slots;
      settled.push(settleBeside(judged, scope, key));
    } else {
      const waitedMs = slots.takeRest() ? 0 : await slots.waitForRest();
      settled.push(await settle(judged, scope, waitedMs));
      slots.give(width);
    }
  }
  return allOf(settled);

  async function settleBeside(judged: Judged, scope: Scope, key: CallKey | undefined): Promise<SettledCall> {
    if (key !== undefined) inFlight.add(key);
    const call = await settle(judged, scope);
    if (key !== undefined) inFlight.delete(key);
    slots.give(1);
    return call;
  }
}

/** Calls that ran alone have ended, and make no promise more. */
function allOf(settled: (SettledCall | Promise<SettledCall>)[]): SettledCall[] | Promise<SettledCall[]> {
  return settled.every(hasEnded) ? settled : Promise.all(settled);
}

function hasEnded(settled: SettledCall | Promise<SettledCall>): settled is SettledCall {
  return !(settled instanceof Promise);
}

/** By which a call is held against those beside it. A call that has ended already waits for none. */
function runningKey({ key, progress }: Judged): CallKey | undefined {
  return progress.stage === "authorised" ? key : undefined;
}

/** A call that has ended takes no time, and leaves the other places to others. */
function needsOnePlace({ progress }: Judged): boolean {
  return progress.stage !== "authorised" || sharesTime(progress.tool);
}

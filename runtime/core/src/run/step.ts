import { type Admitted, admit, type CallInScope, settle } from "./call.ts";
import type { SettledCall } from "./call-states.ts";
import { CallSet } from "./run-memory.ts";
import { Slots } from "./slots.ts";

/** How many reads of one step run together. */
const DEFAULT_CONCURRENCY = 8;

/**
 * Runs the calls of one step. Each is read and authorised in call order; reads then run together, and so do tools that
 * say they may; everything else alone. Results come in call order whatever finished first. A stop is final: nothing of
 * the step starts after it. Never rejects.
 */
export async function executeStep(calls: readonly CallInScope[]): Promise<SettledCall[]> {
  // With one place the order is strictly sequential.
  const width = Math.max(1, calls[0]?.scope.options.maxConcurrency ?? DEFAULT_CONCURRENCY);
  const slots = new Slots(width);
  // Identical calls wait for each other, so that the loop guard sees every outcome.
  const inFlight = new CallSet();
  const settling: Promise<SettledCall>[] = [];
  for (const asked of calls) {
    await slots.take();
    const admitted = await admit(asked);
    const { scope } = asked;
    const key = admitted.progress.stage === "authorised" ? admitted.key : undefined;
    const isAlone = !sharesTime(admitted) || (key !== undefined && inFlight.twinOf(key) !== undefined);
    const waitedMs = isAlone ? await slots.takeAll() : 0;
    if (!isAlone && width > 1) scope.place = slots;
    if (key !== undefined) inFlight.add(key);
    const settled = settle(admitted, scope, waitedMs);
    void settled.then(() => {
      if (key !== undefined) inFlight.delete(key);
      slots.give(isAlone ? width : 1);
    });
    settling.push(settled);
  }
  return Promise.all(settling);
}

/** A declared read, or a tool that sees to it itself, shares its time with others; a call that has ended takes none. */
function sharesTime({ progress }: Admitted): boolean {
  if (progress.stage !== "authorised") return true;
  const { effects, spec } = progress.tool;
  return effects.kind === "read" || spec.concurrent === true;
}

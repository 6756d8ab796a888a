import { andThen, type MaybePromise } from "../async/and-then.ts";
import { monotonicMs } from "../async/monotonic.ts";
import { haltedBy } from "./authorise.ts";
import { type Admitted, admit, recorded, runAdmitted, skipCall, unrecorded } from "./call.ts";
import type { DecodedCall, SettledCall } from "./call-states.ts";
import { CallMap } from "./run-memory.ts";
import type { Scope } from "./scope.ts";

/** One call of a step, with what it runs under. */
export interface StepCall {
  readonly call: DecodedCall;
  readonly scope: Scope;
}

/** How many reads of one step run together. */
const DEFAULT_CONCURRENCY = 8;

/**
 * Runs the calls of one step. Each is read and authorised in call order; reads then run together, and so do tools that say they may; everything else alone.
 * Results come in call order whatever finished first. A stop is final: nothing of the step starts after it. Never rejects.
 */
export async function executeStep(calls: readonly StepCall[]): Promise<SettledCall[]> {
  const step = new Step(calls[0]?.scope.options.maxConcurrency ?? DEFAULT_CONCURRENCY);
  for (const call of calls) {
    const room = step.room();
    if (room !== undefined) await room;
    const added = step.add(call);
    if (added !== undefined) await added;
  }
  return step.settled();
}

/**
 * The places of a step. A read takes one of them, any other call all of them. Who comes when there is none waits, and when
 * its turn comes the step may have been stopped: by a refusal, by a call inside a call, or by the loop guard.
 */
class Step {
  readonly #places: number;
  #taken = 0;
  /** Who waits until no more places than these are taken. */
  #wake: (() => void) | undefined;
  #awaited = 0;
  readonly #settled: SettledCall[] = [];
  /** How many calls have a place in the answer. */
  #count = 0;
  /** Identical calls wait for each other, so that the loop guard sees every outcome. */
  readonly #inFlight = new CallMap<true>();

  constructor(concurrency: number) {
    this.#places = Math.max(1, concurrency);
  }

  async settled(): Promise<SettledCall[]> {
    await this.#untilTaken(0);
    return this.#settled;
  }

  /** A promise where no place is free. A call is not seen before it could run: with one place the order is strictly sequential. */
  room(): MaybePromise<void> {
    return this.#untilTaken(this.#places - 1);
  }

  /** A promise where the next call has to wait until it may be looked at. */
  add(step: StepCall): MaybePromise<void> {
    const { call, scope } = step;
    const { halt } = scope;
    if (halt.why !== undefined) return this.#take(step, skipCall(call, scope, haltedBy(halt.why)));
    const admitted = recorded(call, scope, () => admit(call, scope));
    return andThen(admitted, (next) => ("result" in next ? this.#take(step, next) : this.#begin(next, step)));
  }

  #begin(admitted: Admitted, step: StepCall): MaybePromise<void> {
    if (this.#runsTogether(admitted)) return this.#start(admitted, step);
    const queued = this.#taken > 0 ? monotonicMs() : undefined;
    return andThen(this.#untilTaken(0), () => {
      this.#inFlight.clear();
      this.#take(step, this.#run(admitted, step, queued));
      return this.#untilTaken(0);
    });
  }

  /** A declared read, or a tool that sees to it itself, shares its time with others; a call that has ended takes none. */
  #runsTogether({ key, progress }: Admitted): boolean {
    if (progress.stage === "ended") return true;
    const { effects, spec } = progress.tool;
    return (effects.kind === "read" || spec.concurrent === true) && !(key && this.#inFlight.get(key));
  }

  #start(admitted: Admitted, step: StepCall): void {
    const settling = this.#run(admitted, step);
    const { key, progress } = admitted;
    if (settling instanceof Promise && key !== undefined && progress.stage !== "ended") this.#inFlight.set(key, true);
    this.#take(step, settling);
  }

  #run(admitted: Admitted, { scope }: StepCall, queued?: number): MaybePromise<SettledCall> {
    const waitedMs = queued === undefined ? 0 : monotonicMs() - queued;
    try {
      return runAdmitted(admitted, scope, waitedMs);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** Keeps a call's place in the answer; one that goes on holds a place of the step until it has settled. */
  #take({ call, scope }: StepCall, settling: MaybePromise<SettledCall>): void {
    const index = this.#count++;
    if (!(settling instanceof Promise)) {
      this.#settled[index] = settling;
      return;
    }
    this.#taken += 1;
    const keep = (settled: SettledCall) => {
      this.#settled[index] = settled;
      this.#taken -= 1;
      if (this.#taken <= this.#awaited) this.#wake?.();
    };
    settling.then(keep, (error) => unrecorded(call, scope, error).then(keep));
  }

  /** Waits until at most so many places are taken. Only one waits at a time: the calls come one after the other. */
  #untilTaken(most: number): MaybePromise<void> {
    if (this.#taken <= most) return;
    this.#awaited = most;
    return new Promise<void>((resolve) => (this.#wake = resolve));
  }
}

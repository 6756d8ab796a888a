import type { MaybePromise } from "../async/and-then.ts";
import { monotonicMs } from "../async/monotonic.ts";
import type { Taker } from "../async/taker.ts";
import type { RestingPlace } from "../tool/resting.ts";
import { haltedBy } from "./authorise.ts";
import { type Admitted, admit, recorded, runAdmitted, skipCall, unrecorded } from "./call.ts";
import type { DecodedCall, SettledCall } from "./call-states.ts";
import { CallSet } from "./run-memory.ts";
import type { Scope } from "./scope.ts";

/** One call of a step, with what it runs under. */
export interface StepCall {
  readonly call: DecodedCall;
  readonly scope: Scope;
}

/** How many reads of one step run together. */
const DEFAULT_CONCURRENCY = 8;

/** So many of them may wait for others beside, for each that runs: what a call holds while it waits is memory. */
const RESTING = 31;

/**
 * Runs the calls of one step. Each is read and authorised in call order; reads then run together, and so do tools that say they may; everything else alone.
 * Results come in call order whatever finished first. A stop is final: nothing of the step starts after it. Never rejects.
 */
export function executeStep(calls: readonly StepCall[]): MaybePromise<SettledCall[]> {
  return new Step(calls).settled();
}

/**
 * The places of a step. A read takes one of them, any other call all of them. Who comes when there is none waits, and when
 * its turn comes the step may have been stopped: by a refusal, by a call inside a call, or by the loop guard. A read that waits
 * for what others do gives its place to the next, and goes on when there is one again.
 */
class Step {
  readonly #calls: readonly StepCall[];
  readonly #places: number;
  /** By calls that have not settled, also by those that rest. */
  #taken = 0;
  #resting = 0;
  /** What wakes those that have rested, and wait for a place. */
  readonly #rested: (() => void)[] = [];
  /** The next call is being looked at, or waits until it is alone: none after it is seen before. */
  #isBusy = false;
  /** What waits until no place is taken. */
  #whenFree: (() => void) | undefined;
  #resolve: ((settled: SettledCall[]) => void) | undefined;
  readonly #settled: SettledCall[];
  /** How many calls have a place in the answer. */
  #count = 0;
  /** Identical calls wait for each other, so that the loop guard sees every outcome. */
  #inFlight: CallSet | undefined;

  constructor(calls: readonly StepCall[]) {
    this.#calls = calls;
    this.#settled = new Array(calls.length);
    this.#places = Math.max(1, calls[0]?.scope.options.maxConcurrency ?? DEFAULT_CONCURRENCY);
  }

  settled(): MaybePromise<SettledCall[]> {
    this.#goOn();
    return this.#isOver ? this.#settled : new Promise((resolve) => (this.#resolve = resolve));
  }

  get #isOver(): boolean {
    return this.#taken === 0 && !this.#isBusy;
  }

  get #hasPlace(): boolean {
    return this.#taken - this.#resting < this.#places;
  }

  /**
   * Looks at the next calls while there are places: with one place the order is strictly sequential. Who gives a place back goes on
   * here at once, since a promise to be woken by costs as much as a small tool.
   */
  #goOn(): void {
    while (this.#hasPlace && this.#rested.length > 0) {
      this.#resting -= 1;
      this.#rested.shift()?.();
    }
    while (!this.#isBusy && this.#hasPlace) {
      const next = this.#calls[this.#count];
      if (next === undefined) break;
      this.#add(next);
    }
    if (this.#isOver) this.#resolve?.(this.#settled);
  }

  #add(step: StepCall): void {
    const { why } = step.scope.halt;
    const admitting = why === undefined ? recorded(admit, step) : skipCall(step, haltedBy(why));
    if (admitting instanceof Promise) void this.#beginLater(admitting, step);
    else this.#begin(admitting, step);
  }

  async #beginLater(admitting: Promise<Admitted | SettledCall>, step: StepCall): Promise<void> {
    this.#isBusy = true;
    const next = await admitting;
    this.#isBusy = false;
    this.#begin(next, step);
    this.#goOn();
  }

  #begin(next: Admitted | SettledCall, step: StepCall): void {
    if ("result" in next) void this.#take(this.#placeOf(step), next);
    else if (this.#runsTogether(next)) this.#start(next, step);
    else if (this.#taken === 0) this.#startAlone(next, step);
    else this.#startWhenFree(next, step);
  }

  #startWhenFree(admitted: Admitted, step: StepCall): void {
    const queued = monotonicMs();
    this.#isBusy = true;
    const begin = () => {
      this.#whenFree = undefined;
      this.#isBusy = false;
      this.#startAlone(admitted, step, monotonicMs() - queued);
    };
    this.#whenFree = begin;
  }

  /** A declared read, or a tool that sees to it itself, shares its time with others; a call that has ended takes none. */
  #runsTogether({ key, progress }: Admitted): boolean {
    if (progress.stage === "ended") return true;
    const { effects, spec } = progress.tool;
    return (effects.kind === "read" || spec.concurrent === true) && !(key && this.#inFlight?.twinOf(key));
  }

  #start(admitted: Admitted, step: StepCall): void {
    const { key, progress } = admitted;
    const place = this.#placeOf(step);
    // With one place the order is strictly sequential.
    if (this.#places > 1) step.scope.place = place;
    const isSettled = this.#run(admitted, place);
    if (isSettled || key === undefined || progress.stage === "ended") return;
    this.#inFlight ??= new CallSet();
    this.#inFlight.add(key);
  }

  #startAlone(admitted: Admitted, step: StepCall, waitedMs?: number): void {
    this.#inFlight?.clear();
    this.#run(admitted, this.#placeOf(step, this.#places), waitedMs);
  }

  #placeOf(call: StepCall, width = 1): Place {
    return new Place(this, call, { index: this.#count++, width });
  }

  #run(admitted: Admitted, place: Place, waitedMs?: number): boolean {
    try {
      return this.#take(place, runAdmitted(admitted, place.call.scope, place, waitedMs));
    } catch (error) {
      return this.#take(place, Promise.reject(error));
    }
  }

  /** True for a call that has settled; one that goes on holds places of the step until it has. */
  #take(place: Place, settling: MaybePromise<SettledCall> | undefined): boolean {
    if (settling === undefined || settling instanceof Promise) {
      this.#taken += place.width;
      if (settling !== undefined) place.take(settling);
      return false;
    }
    this.#settled[place.index] = settling;
    return true;
  }

  /** The next ones begin in a turn of their own: they may rest at once themselves. */
  async rest<T>(waited: Promise<T>): Promise<T> {
    if (this.#resting >= this.#places * RESTING) return waited;
    this.#resting += 1;
    queueMicrotask(() => this.#goOn());
    try {
      return await waited;
    } finally {
      await new Promise<void>((resolve) => {
        this.#rested.push(resolve);
        this.#goOn();
      });
    }
  }

  /** A call has settled that was waited for. */
  keep({ index, width }: Place, settled: SettledCall): void {
    this.#settled[index] = settled;
    this.#taken -= width;
    if (this.#taken === 0) this.#whenFree?.();
    this.#goOn();
  }
}

/** The place of a call in the answer of its step. */
class Place implements Taker<SettledCall>, RestingPlace {
  readonly call: StepCall;
  readonly index: number;
  /** How many places of the step it holds until it has settled. */
  readonly width: number;
  readonly #step: Step;

  constructor(step: Step, call: StepCall, { index, width }: Pick<Place, "index" | "width">) {
    this.call = call;
    this.index = index;
    this.width = width;
    this.#step = step;
  }

  take(settling: MaybePromise<SettledCall>): void {
    if (settling instanceof Promise) this.#wait(settling);
    else this.#step.keep(this, settling);
  }

  rest<T>(waited: Promise<T>): Promise<T> {
    return this.#step.rest(waited);
  }

  #wait(settling: Promise<SettledCall>): void {
    settling.then(
      (settled) => this.take(settled),
      (error) => this.take(unrecorded(error, this.call)),
    );
  }
}

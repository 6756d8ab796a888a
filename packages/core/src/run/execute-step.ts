import { lazy } from "../tool/lazy.ts";
import { andThen, type MaybePromise } from "./and-then.ts";
import type { CallEnv, DecodedCall } from "./call-env.ts";
import { type Admitted, admit } from "./execute-call.ts";
import { recorded, settleRecordable } from "./execute-one.ts";
import { Slots } from "./slots.ts";
import type { SettledCall } from "./tool-call.ts";

const skipping = lazy(() => import("./skip-call.ts"));

/** One call of a step, with its surroundings. */
export interface StepCall {
  readonly call: DecodedCall;
  readonly env: CallEnv;
}

/** How many reads of one step run together (system.md, "A tool"). */
const DEFAULT_CONCURRENCY = 8;

/**
 * Runs the calls of one step. Each is read and authorised in call order; reads then run together,
 * everything else alone. Results come in call order whatever finished first. Never rejects.
 */
export async function executeStep(calls: readonly StepCall[]): Promise<SettledCall[]> {
  const step = new Step(calls[0]?.env.core.options.maxConcurrency ?? DEFAULT_CONCURRENCY);
  for (const { call, env } of calls) {
    const added = step.add(call, env);
    if (added instanceof Promise) await added;
  }
  return step.settled();
}

class Step {
  readonly #slots: Slots;
  readonly #settling: MaybePromise<SettledCall>[] = [];
  /** Identical calls wait for each other, so that the loop guard sees every outcome. */
  readonly #inFlight = new Set<string>();
  #stop: SettledCall["stop"];

  constructor(concurrency: number) {
    this.#slots = new Slots(concurrency);
  }

  settled(): MaybePromise<SettledCall[]> {
    const settling = this.#settling;
    return settling.every(isThere) ? settling : Promise.all(settling);
  }

  add(call: DecodedCall, env: CallEnv): MaybePromise<void> {
    if (this.#stop !== undefined) return this.#skip(call, env, this.#stop);
    // A call is not seen before it could run: with one place the order is strictly sequential.
    return this.#slots.hasRoom ? this.#admit(call, env) : this.#slots.room().then(() => this.#admit(call, env));
  }

  async #skip(call: DecodedCall, env: CallEnv, stop: SettledCall["stop"]): Promise<void> {
    this.#settling.push((await skipping()).skipCall(call, env, stop));
  }

  #admit(call: DecodedCall, env: CallEnv): MaybePromise<void> {
    return andThen(
      recorded(call, env, () => admit(call, env)),
      (next) => this.#start(next),
    );
  }

  #start(next: Admitted | SettledCall): MaybePromise<void> {
    if ("result" in next) this.#settling.push(next);
    else if ("ended" in next) this.#refuse(next, next.ended.stop);
    else if (runsTogether(next) && !this.#inFlight.has(next.key)) this.#runTogether(next);
    else return this.#runAlone(next);
  }

  #refuse(admitted: Admitted, stop: SettledCall["stop"]): void {
    this.#stop = stop;
    this.#settling.push(settleRecordable(admitted));
  }

  #runTogether(admitted: Admitted): void {
    const settling = settleRecordable(admitted);
    this.#settling.push(settling);
    if (settling instanceof Promise) this.#takePlace(admitted.key, settling);
  }

  #takePlace(key: string, settling: Promise<SettledCall>): void {
    if (key !== "") this.#inFlight.add(key);
    this.#slots.take();
    void settling.then(() => this.#slots.free());
  }

  async #runAlone(admitted: Admitted): Promise<void> {
    if (!this.#slots.areFree) await this.#slots.drained();
    this.#inFlight.clear();
    const settled = await settleRecordable(admitted);
    this.#stop = settled.stop;
    this.#settling.push(settled);
  }
}

/** A declared read shares its time with other reads. */
function runsTogether(admitted: Admitted): boolean {
  return "authorised" in admitted && admitted.authorised.tool.effects.kind === "read";
}

function isThere(settling: MaybePromise<SettledCall>): settling is SettledCall {
  return !(settling instanceof Promise);
}

import { lazy } from "../tool/lazy.ts";
import { andThen, type MaybePromise } from "./and-then.ts";
import type { CallEnv, DecodedCall } from "./call-env.ts";
import { CallMap } from "./call-map.ts";
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
    if (added !== undefined) await added;
  }
  return step.settled();
}

class Step {
  readonly #slots: Slots;
  readonly #settled: SettledCall[] = [];
  /** How many calls have a place in the answer. */
  #count = 0;
  /** Identical calls wait for each other, so that the loop guard sees every outcome. */
  readonly #inFlight = new CallMap<true>();
  #stop: SettledCall["stop"];

  constructor(concurrency: number) {
    this.#slots = new Slots(concurrency);
  }

  async settled(): Promise<SettledCall[]> {
    if (!this.#slots.areFree) await this.#slots.drained();
    return this.#settled;
  }

  /** A promise where the next call has to wait for it. */
  add(call: DecodedCall, env: CallEnv): void | Promise<void> {
    // A call is not seen before it could run: with one place the order is strictly sequential.
    if (!this.#slots.hasRoom) return this.#slots.freed().then(() => this.#admit(call, env));
    return this.#admit(call, env);
  }

  #admit(call: DecodedCall, env: CallEnv): void | Promise<void> {
    if (this.#stop !== undefined) return this.#skip(call, env, this.#stop);
    return andThen(
      recorded(call, env, () => admit(call, env)),
      (next) => this.#start(next),
    );
  }

  async #skip(call: DecodedCall, env: CallEnv, stop: SettledCall["stop"]): Promise<void> {
    this.#take((await skipping()).skipCall(call, env, stop));
  }

  #start(next: Admitted | SettledCall): void | Promise<void> {
    if ("result" in next) return this.#take(next);
    if ("ended" in next) {
      this.#stop = next.ended.stop;
      return this.#take(settleRecordable(next));
    }
    const { key } = next;
    if (!runsTogether(next) || (key && this.#inFlight.get(key))) return this.#runAlone(next);
    const settling = settleRecordable(next);
    if (settling instanceof Promise && key !== undefined) this.#inFlight.set(key, true);
    this.#take(settling);
  }

  /** Keeps a call's place in the answer; one that goes on holds one of the slots until it has settled. */
  #take(settling: MaybePromise<SettledCall>): void {
    const index = this.#count++;
    if (!(settling instanceof Promise)) {
      this.#settled[index] = settling;
      return;
    }
    this.#slots.take();
    void settling.then((settled) => {
      this.#settled[index] = settled;
      this.#stop ??= settled.stop;
      this.#slots.free();
    });
  }

  async #runAlone(admitted: Admitted): Promise<void> {
    if (!this.#slots.areFree) await this.#slots.drained();
    this.#inFlight.clear();
    const settled = await settleRecordable(admitted);
    this.#stop = settled.stop;
    this.#take(settled);
  }
}

/** A declared read shares its time with other reads. */
function runsTogether(admitted: Admitted): boolean {
  return "authorised" in admitted && admitted.authorised.tool.effects.kind === "read";
}

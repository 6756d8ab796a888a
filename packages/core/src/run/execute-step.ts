import { lazy } from "../tool/lazy.ts";
import type { CallEnv, DecodedCall } from "./call-env.ts";
import { type Admitted, admit, settle } from "./execute-call.ts";
import { unrecorded } from "./execute-one.ts";
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
  for (const { call, env } of calls) await step.add(call, env);
  return step.settled();
}

class Step {
  readonly #slots: Slots;
  readonly #settling: Promise<SettledCall>[] = [];
  /** Identical calls wait for each other, so that the loop guard sees every outcome. */
  readonly #inFlight = new Set<string>();
  #stop: SettledCall["stop"];

  constructor(concurrency: number) {
    this.#slots = new Slots(concurrency);
  }

  settled(): Promise<SettledCall[]> {
    return Promise.all(this.#settling);
  }

  async add(call: DecodedCall, env: CallEnv): Promise<void> {
    if (this.#stop !== undefined) {
      this.#settling.push((await skipping()).skipCall(call, env, this.#stop));
      return;
    }
    // A call is not seen before it could run: with one place the order is strictly sequential.
    if (!this.#slots.hasRoom) await this.#slots.room();
    const next = await admitSafely(call, env);
    if ("settled" in next) this.#settling.push(Promise.resolve(next.settled));
    else if ("ended" in next.admitted) this.#refuse(next.admitted, next.admitted.ended.stop);
    else if (runsTogether(next.admitted) && !this.#inFlight.has(next.admitted.key)) this.#runTogether(next.admitted);
    else await this.#runAlone(next.admitted);
  }

  #refuse(admitted: Admitted, stop: SettledCall["stop"]): void {
    this.#stop = stop;
    this.#settling.push(settleSafely(admitted));
  }

  #runTogether(admitted: Admitted): void {
    if (admitted.key !== "") this.#inFlight.add(admitted.key);
    this.#slots.take();
    this.#settling.push(this.#settleInPlace(admitted));
  }

  async #settleInPlace(admitted: Admitted): Promise<SettledCall> {
    const settled = await settleSafely(admitted);
    this.#slots.free();
    return settled;
  }

  async #runAlone(admitted: Admitted): Promise<void> {
    if (!this.#slots.areFree) await this.#slots.drained();
    this.#inFlight.clear();
    const settled = await settleSafely(admitted);
    this.#stop = settled.stop;
    this.#settling.push(Promise.resolve(settled));
  }
}

/** A declared read shares its time with other reads. */
function runsTogether(admitted: Admitted): boolean {
  return "authorised" in admitted && admitted.authorised.tool.effects.kind === "read";
}

async function admitSafely(
  call: DecodedCall,
  env: CallEnv,
): Promise<{ admitted: Admitted } | { settled: SettledCall }> {
  try {
    return { admitted: await admit(call, env) };
  } catch (error) {
    return { settled: await unrecorded(call, env, error) };
  }
}

async function settleSafely(admitted: Admitted): Promise<SettledCall> {
  try {
    return await settle(admitted);
  } catch (error) {
    return unrecorded(admitted.call, admitted.env, error);
  }
}

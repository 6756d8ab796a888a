import type { internal, ObjectContext, RestatePromise } from "@restatedev/restate-sdk";
import type { DurableHandler, DurableTurn, Json } from "@toolwright/core";
import { CarriedRun, type CarriedRunOptions, type Entry, type SignalValue } from "./carried-run.ts";
import type { RestateSdk } from "./load-sdk.ts";

/** A turn that the engine has given to this process. */
export interface CarriedTurn {
  readonly sdk: RestateSdk;
  readonly ctx: ObjectContext;
  readonly turn: DurableTurn;
  readonly handler: DurableHandler;
  readonly open: CarriedRunOptions["open"];
  readonly beatMs: number;
  /** Sends a signal of this name to this invocation. */
  readonly wake: (signal: string) => void;
}

/**
 * One attempt at a turn: reads the entries that earlier attempts wrote, then lets the handler work and writes what it
 * comes to. The engine is asked for one thing at a time, as its SDK wants it: the next entry, a signal or the
 * cancellation, whichever comes first.
 */
export async function carryTurn(carried: CarriedTurn): Promise<Json> {
  const attempt = new Attempt(carried);
  for (let number = 0; ; number += 1) {
    const entry = await attempt.entry(number);
    if (entry.over !== undefined) return entry.over.result;
  }
}

type Came =
  | { readonly entry: Entry }
  | { readonly signal: string; readonly value: SignalValue }
  | "woken"
  | "cancelled";

class Attempt {
  readonly #carried: CarriedTurn;
  readonly #run: CarriedRun;
  readonly #asked = new Map<string, RestatePromise<SignalValue>>();
  #isLive = false;
  #failed: { readonly error: unknown } | undefined;
  /** The signal that ends a rest, while there is one. */
  #resting: string | undefined;

  constructor(carried: CarriedTurn) {
    const { ctx, turn, open, beatMs } = carried;
    this.#carried = carried;
    const wake = () => {
      if (this.#resting !== undefined) carried.wake(this.#resting);
      this.#resting = undefined;
    };
    this.#run = new CarriedRun({ runId: turn.runId, open, wake, beatMs, lost: ctx.request().attemptCompletedSignal });
  }

  /** Throws what the handler rejected with: another attempt follows. */
  async entry(number: number): Promise<Entry> {
    const written = this.#carried.ctx.run(`entry ${number}`, () => this.#next());
    const entry = await this.#until(written);
    this.#run.learn(entry, this.#isLive);
    // What waited for the entry goes on, and asks for more, before the engine is asked again.
    await new Promise(setImmediate);
    if (this.#failed !== undefined && !this.#run.hasUnwritten) throw this.#failed.error;
    if (entry.isIdle && this.#isLive && this.#run.isIdle) await this.#rest(number);
    return entry;
  }

  /** Called only for an entry that no attempt has written: from here on there is nothing more to read. */
  #next(): Promise<Entry> {
    if (!this.#isLive) {
      this.#isLive = true;
      const { handler, turn } = this.#carried;
      const run = this.#run;
      void handler(run, turn).then(
        (result) => run.end(result),
        (error) => {
          this.#failed = { error };
          run.nudge();
        },
      );
    }
    return this.#run.entry();
  }

  async #until(written: RestatePromise<Entry>): Promise<Entry> {
    for (;;) {
      const came = await this.#first([written.map((entry, failure) => ({ entry: got(entry, failure) }))]);
      if (came !== undefined) return came;
    }
  }

  /** Nothing is done here: an engine that hears nothing more takes the turn away, until one of these comes. */
  async #rest(number: number): Promise<void> {
    this.#resting = `wake:${number}`;
    await this.#first([this.#carried.ctx.signal<null>(this.#resting).map(() => "woken" as const)]);
    this.#resting = undefined;
  }

  /** The entry, when that is what came; signals and the cancellation are passed on. */
  async #first(wanted: RestatePromise<Came>[]): Promise<Entry | undefined> {
    const { sdk, ctx } = this.#carried;
    const came = await sdk.RestatePromise.race<RestatePromise<Came>[]>([
      ...wanted,
      ...this.#signals(),
      ...this.#cancellation(ctx),
    ]);
    if (came === "woken") return undefined;
    if (came === "cancelled") this.#run.cancel();
    else if ("entry" in came) return came.entry;
    else {
      this.#run.signals.get(came.signal)?.(came.value);
      this.#run.signals.delete(came.signal);
      this.#asked.delete(came.signal);
      await new Promise(setImmediate);
    }
    return undefined;
  }

  #signals(): RestatePromise<Came>[] {
    return [...this.#run.signals.keys()].map((signal) => {
      const asked = this.#asked.get(signal) ?? this.#carried.ctx.signal<SignalValue>(signal);
      this.#asked.set(signal, asked);
      return asked.map((value, failure) => ({ signal, value: got(value, failure) }));
    });
  }

  #cancellation(ctx: ObjectContext): RestatePromise<Came>[] {
    if (this.#run.cancelled.aborted || !hearsCancellation(ctx)) return [];
    return [ctx.cancellation().map(() => "cancelled" as const)];
  }
}

function got<T>(value: T | undefined, failure: Error | undefined): T {
  if (failure !== undefined) throw failure;
  if (value === undefined) throw new TypeError("The engine gave an empty entry.");
  return value;
}

/** The SDK counts it among what may change; a turn without it could only be stopped through the store. */
function hearsCancellation(ctx: ObjectContext): ctx is ObjectContext & internal.ContextInternal {
  return "cancellation" in ctx;
}

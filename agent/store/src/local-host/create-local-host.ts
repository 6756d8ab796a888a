import { setTimeout as pause } from "node:timers/promises";
import type { DurableHandler, DurableHost, Json } from "@toolwright/core";
import { aFunction, aText, checkOptions, milliseconds } from "@toolwright/core/internal";
import { LocalRun } from "./local-run.ts";
import { type HeldTurn, TurnTables } from "./turn-tables.ts";

export interface LocalHostOptions {
  /** A SQLite file of its own; every process of this machine that names it shares the turns. */
  readonly file: string;
  /** Does turns here. Left out: turns are started, answered and stopped from here, and done by other processes. */
  readonly handler?: DurableHandler;
  /** Milliseconds after which the turns of a dead process are taken up. Default 1,500. */
  readonly leaseMs?: number;
  /** Milliseconds between two looks for what other processes did. Default 25. */
  readonly pollMs?: number;
}

/** The longest wait before a turn whose handler has failed is tried again, in milliseconds. */
const LONGEST_WAIT_MS = 1_000;

/** Turns on one machine, without an engine: a SQLite file keeps them, and processes take them up from each other. */
export function createLocalHost(options: LocalHostOptions): DurableHost {
  checkOptions<LocalHostOptions>(options, {
    of: "createLocalHost",
    rules: { file: aText, handler: aFunction, leaseMs: milliseconds, pollMs: milliseconds },
    needed: ["file"],
  });
  return new LocalHost(options);
}

class LocalHost implements DurableHost {
  readonly #tables: TurnTables;
  readonly #handler: DurableHandler | undefined;
  readonly #leaseMs: number;
  readonly #pollMs: number;
  readonly #held = new Map<HeldTurn, LocalRun>();
  readonly #timer: ReturnType<typeof setInterval>;
  /** When the leases of the turns here are renewed next. */
  #renewAt = 0;
  #isClosed = false;

  constructor({ file, handler, leaseMs = 1_500, pollMs = 25 }: LocalHostOptions) {
    this.#tables = new TurnTables(file);
    this.#handler = handler;
    this.#leaseMs = leaseMs;
    this.#pollMs = pollMs;
    this.#timer = setInterval(() => this.#look(), pollMs);
  }

  async start(turn: Parameters<DurableHost["start"]>[0]): Promise<void> {
    if (!this.#tables.add(turn)) throw new Error(`The run ${turn.runId} was started with another input.`);
    this.#look();
  }

  async answer(address: string, value: Json) {
    return this.#tables.decide(address, value);
  }

  async cancel(runId: string): Promise<void> {
    this.#tables.cancel(runId);
  }

  async result(runId: string): Promise<Json> {
    for (;;) {
      const result = this.#tables.result(runId);
      if (result === "unknown") throw new Error("There is no such run.");
      if (result !== undefined) return result.value;
      await pause(this.#pollMs);
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#timer);
    for (const [held, run] of this.#held) {
      run.lose();
      this.#tables.hold(held, 0);
    }
    this.#tables.close();
  }

  #look(): void {
    if (this.#isClosed) return;
    const isDue = performance.now() > this.#renewAt;
    if (isDue) this.#renewAt = performance.now() + this.#leaseMs / 3;
    for (const [held, run] of this.#held) {
      if (isDue && !this.#tables.hold(held, Date.now() + this.#leaseMs)) run.lose();
      if (!run.lost.aborted) run.look();
    }
    if (this.#handler === undefined) return;
    for (let held = this.#tables.take(this.#leaseMs); held !== undefined; held = this.#tables.take(this.#leaseMs))
      this.#work(held, this.#handler);
  }

  #work(held: HeldTurn, handler: DurableHandler): void {
    const run = new LocalRun(this.#tables, held);
    this.#held.set(held, run);
    void handler(run, held.turn).then(
      (result) => this.#let(held, () => this.#tables.end(held, result)),
      () => this.#let(held, () => this.#tables.hold(held, Date.now() + waitAfter(held.attempt))),
    );
  }

  #let(held: HeldTurn, write: () => void): void {
    const run = this.#held.get(held);
    this.#held.delete(held);
    if (!this.#isClosed && run?.lost.aborted === false) write();
    this.#look();
  }
}

function waitAfter(attempt: number): number {
  return Math.min(LONGEST_WAIT_MS, 25 * 2 ** Math.min(attempt, 10));
}

import type { DurableDecision, DurableRun, Json, StepAttempt, StepPolicy } from "@toolwright/core";
import { stepUnknown } from "@toolwright/core/internal";
import type { HeldTurn, TurnTables } from "./turn-tables.ts";

/** One attempt at a turn, in this process. In a lost one every step waits for ever. */
export class LocalRun implements DurableRun {
  readonly runId: string;
  readonly #tables: TurnTables;
  readonly #held: HeldTurn;
  readonly #cancelling = new AbortController();
  readonly #losing = new AbortController();
  readonly #running = new Map<string, Promise<Json>>();
  readonly #asked = new Map<string, (answer: { readonly value: Json } | "expired") => void>();

  constructor(tables: TurnTables, held: HeldTurn) {
    this.#tables = tables;
    this.#held = held;
    this.runId = held.turn.runId;
  }

  get cancelled(): AbortSignal {
    return this.#cancelling.signal;
  }

  get lost(): AbortSignal {
    return this.#losing.signal;
  }

  /** Somebody else has the turn. */
  lose(): void {
    this.#losing.abort();
  }

  /** Looks for what came from outside. */
  look(): void {
    if (this.#tables.isCancelled(this.runId)) this.#cancelling.abort();
    for (const [address, tell] of this.#asked) {
      const answer = this.#tables.answer(address);
      if (answer === undefined) continue;
      this.#asked.delete(address);
      tell(answer);
    }
  }

  async step<T extends Json>(key: string, work: (attempt: StepAttempt) => Promise<T>, policy: StepPolicy): Promise<T> {
    const running = this.#running.get(key) ?? this.#do(key, work, policy);
    this.#running.set(key, running);
    try {
      return JSON.parse(JSON.stringify(await running));
    } finally {
      this.#running.delete(key);
    }
  }

  async #do(key: string, work: (attempt: StepAttempt) => Promise<Json>, policy: StepPolicy): Promise<Json> {
    const { attempt } = this.#held;
    const known = this.lost.aborted ? await endless() : this.#tables.step(this.runId, key);
    if (known?.value !== undefined) return known.value;
    if (policy === "once") {
      if (known !== undefined) throw stepUnknown();
      await this.#keep(key);
    }
    const signal = AbortSignal.any([this.cancelled, this.lost]);
    const value = await work({ attempt, idempotencyKey: `${this.runId}/${key}`, signal });
    await this.#keep(key, value);
    return value;
  }

  async #keep(key: string, value?: Json): Promise<void> {
    if (this.lost.aborted || !this.#tables.keep(this.#held, key, value)) await endless();
  }

  decision<T extends Json>(key: string, until?: Date): DurableDecision<T> {
    const address = `${this.runId}/${key}`;
    if (!this.lost.aborted) this.#tables.open(address, until?.getTime());
    const answer = new Promise<T | "expired">((resolve) => {
      this.#asked.set(address, (came) => resolve(came === "expired" ? came : JSON.parse(JSON.stringify(came.value))));
    });
    return { address, answer };
  }

  async sleepUntil(key: string, at: Date): Promise<void> {
    await this.decision(`sleep:${key}`, at).answer;
  }
}

function endless(): Promise<never> {
  return new Promise(() => undefined);
}

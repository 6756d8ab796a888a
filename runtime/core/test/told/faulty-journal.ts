import { type EventData, type Journal, type JournalEvent, MemoryJournal } from "../../src/index.ts";
import { wait } from "../support.ts";

/**
 * How a journal fails: at once or late, as the query of a database client, with nothing that it throws, with the event
 * stored all the same, by never answering, or for good because somebody else took over.
 */
export type Fault =
  | "throws"
  | "throws nothing"
  | "is a query"
  | "rejects"
  | "rejects late"
  | "stores and rejects"
  | "conflict"
  | "hangs";

export const FAULTS: readonly Fault[] = [
  "throws",
  "throws nothing",
  "is a query",
  "rejects",
  "rejects late",
  "stores and rejects",
  "conflict",
  "hangs",
];

export type Place = readonly [type: keyof EventData, number: number];

interface FaultyOptions {
  readonly keepsOrder?: boolean;
  /** What it holds from the beginning. */
  readonly earlier?: readonly JournalEvent[];
}

/** A journal that fails at one event. */
export class FaultyJournal implements Journal {
  readonly keepsOrder: boolean;
  /** What it holds for sure. */
  readonly stored: JournalEvent[] = [];
  /** It has failed, or will not answer any more. */
  hasFailed = false;
  onFailure: () => void = () => undefined;
  readonly #inner = new MemoryJournal();
  readonly #fault: Fault;
  readonly #at: Place;
  #count = 0;
  #isLost = false;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(fault: Fault, at: Place, { keepsOrder = false, earlier = [] }: FaultyOptions = {}) {
    this.#fault = fault;
    this.#at = at;
    this.keepsOrder = keepsOrder;
    for (const event of earlier) this.#keep(event);
  }

  append(event: JournalEvent): void | Promise<void> {
    if (event.type === this.#at[0]) this.#count += 1;
    const isHere = event.type === this.#at[0] && this.#count === this.#at[1];
    if (isHere) this.#fail();
    if (isHere && this.#fault === "throws") throw new Error("the disk is gone");
    if (isHere && this.#fault === "throws nothing") throw undefined;
    const stored = this.#tail.then(() => this.#store(event, isHere));
    // Behind one that failed nothing of what was given before that was known is stored.
    this.#tail = stored.then(
      () => wait(0),
      () => wait(0),
    );
    if (isHere && this.#fault === "is a query") return queryOf(stored);
    return stored;
  }

  read(after?: number): AsyncIterable<JournalEvent> {
    return this.#inner.read(after);
  }

  lastSeq(): number {
    return this.#inner.lastSeq();
  }

  #fail(): void {
    this.hasFailed = true;
    this.onFailure();
  }

  #keep(event: JournalEvent): void {
    this.#inner.append(event);
    this.stored.push(event);
  }

  async #store(event: JournalEvent, isHere: boolean): Promise<void> {
    if (this.#isLost) throw new Error("conflict: another process has taken the run over");
    if (isHere && this.#fault === "hangs") return new Promise(() => undefined);
    if (isHere && this.#fault === "conflict") this.#isLost = true;
    if (isHere && this.#fault === "rejects late") await wait(5);
    const isRefused = isHere && this.#fault !== "stores and rejects";
    if (!isRefused) this.#keep(event);
    if (isHere) throw new Error(this.#isLost ? "conflict: another process has taken the run over" : "the disk is gone");
  }
}

/** Promises, and is no promise. */
function queryOf(stored: Promise<void>): Promise<void> {
  return new Proxy(stored, {
    getPrototypeOf: () => null,
    get: (target, key) => {
      const value = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

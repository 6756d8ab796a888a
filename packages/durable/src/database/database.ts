import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { StoreError } from "../store-error.ts";
import type { Row } from "./row.ts";
import { sqliteFailure } from "./sqlite-failure.ts";

export type Value = SQLInputValue;

interface Queued {
  work(): void;
  succeed(): void;
  readonly reject: (error: unknown) => void;
}

/** Work that waits for the next commit. A class: of literals that outlive one collection the engine makes all later ones old at once. */
class QueuedWork<T> implements Queued {
  readonly #work: () => T;
  readonly #resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
  succeed = (): void => undefined;

  constructor(work: () => T, resolve: (value: T) => void, reject: (error: unknown) => void) {
    this.#work = work;
    this.#resolve = resolve;
    this.reject = reject;
  }

  work(): void {
    const value = this.#work();
    this.succeed = () => this.#resolve(value);
  }
}

/** From so many pieces of work in one commit on, the next one waits for more: as long as the last one took, within these milliseconds. */
const CROWD = 4;
const GATHER_MS = { least: 5, most: 15 };

/** One connection: prepared statements, and transactions that are alone or shared. Every failure is a `StoreError`. */
export class Database {
  readonly file: string;
  readonly #sqlite: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #queue: Queued[] = [];
  /** How much was committed together last. */
  #lastBatch = 0;
  /** How long that took: a slow disk holds everybody up less often when more is committed at once. */
  #lastFlushMs = 0;
  #closed = false;
  /** Transactions committed by this connection. */
  commits = 0;
  /** Whether there is an index of words. */
  hasWords = false;
  #afterCommit: (() => void)[] = [];
  /** Called after each of them. */
  onCommit: () => void = () => undefined;

  constructor(sqlite: DatabaseSync, file: string) {
    this.#sqlite = sqlite;
    this.file = file;
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** Every statement that was prepared so far. */
  get statements(): readonly string[] {
    return [...this.#statements.keys()];
  }

  first(sql: string, ...values: Value[]): Row | undefined {
    // Without a function of its own: every event is written by four statements.
    try {
      return this.#prepared(sql).get(...values);
    } catch (thrown) {
      throw this.#failure(thrown);
    }
  }

  all(sql: string, ...values: Value[]): Row[] {
    return this.#guard(() => this.#prepared(sql).all(...values));
  }

  /** The first rows, until `isEnough` says that no more are wanted. Leaves no read transaction open. */
  take(sql: string, values: readonly Value[], isEnough: (row: Row) => boolean): Row[] {
    return this.#guard(() => {
      const taken: Row[] = [];
      for (const row of this.#prepared(sql).iterate(...values)) {
        taken.push(row);
        if (isEnough(row)) break;
      }
      return taken;
    });
  }

  /** How many rows it changed. */
  run(sql: string, ...values: Value[]): number {
    try {
      return Number(this.#prepared(sql).run(...values).changes);
    } catch (thrown) {
      throw this.#failure(thrown);
    }
  }

  exec(sql: string): void {
    this.#guard(() => this.#sqlite.exec(sql));
  }

  /**
   * All of the work or none of it, as `transaction`. It outlives the process when this returns, and a loss of power as soon as
   * anything was committed after it: for what is worth nothing without what follows, such as a lease.
   */
  transactionUnsynced<T>(work: () => T): T {
    this.exec("PRAGMA synchronous = NORMAL");
    try {
      return this.transaction(work);
    } finally {
      if (!this.#closed) this.exec("PRAGMA synchronous = FULL");
    }
  }

  /** All of the work or none of it, on disk when this returns. */
  transaction<T>(work: () => T): T {
    this.#afterCommit = [];
    this.#guard(() => this.#prepared("BEGIN IMMEDIATE").run());
    let result: T;
    try {
      result = work();
      this.run("COMMIT");
    } catch (error) {
      this.#rollBack();
      throw error;
    }
    this.commits += 1;
    for (const told of this.#afterCommit.splice(0)) told();
    this.onCommit();
    return result;
  }

  /** For work inside a transaction: what follows once it is stored, and does not where it is not. */
  afterCommit(work: () => void): void {
    this.#afterCommit.push(work);
  }

  /**
   * Like `transaction`, but together with whatever else is queued in this turn of the event loop: one wait for the
   * disk instead of many. The work may be run twice, so it must touch nothing but the database.
   */
  queue<T>(work: () => T): Promise<T> {
    if (this.#closed) return Promise.reject(closedError(this.file));
    return new Promise<T>((resolve, reject) => {
      if (this.#queue.length === 0) this.#flushSoon();
      this.#queue.push(new QueuedWork(work, resolve, reject));
    });
  }

  /** Where writers wait for each other anyway, a moment brings more of them together. */
  #flushSoon(): void {
    const { least, most } = GATHER_MS;
    const gather = Math.min(Math.max(least, this.#lastFlushMs), most);
    if (this.#lastBatch > CROWD) setTimeout(() => this.flush(), gather);
    else setImmediate(() => this.flush());
  }

  /** Commits what is queued, now. */
  flush(): void {
    const queue = this.#queue;
    this.#queue = [];
    if (queue.length === 0) return;
    this.#lastBatch = queue.length;
    const began = performance.now();
    try {
      this.transaction(() => {
        for (const queued of queue) queued.work();
      });
      this.#lastFlushMs = performance.now() - began;
    } catch (error) {
      if (queue.length === 1) queue[0]?.reject(error);
      else for (const queued of queue) this.#alone(queued);
      return;
    }
    for (const queued of queue) queued.succeed();
  }

  /** One bad piece of work must not take the others with it. */
  #alone(queued: Queued): void {
    try {
      this.transaction(() => queued.work());
    } catch (error) {
      queued.reject(error);
      return;
    }
    queued.succeed();
  }

  close(): void {
    if (this.#closed) return;
    this.flush();
    this.#closed = true;
    this.#statements.clear();
    this.#sqlite.close();
  }

  #rollBack(): void {
    try {
      this.run("ROLLBACK");
    } catch {
      // SQLite has rolled back by itself, as it does when the disk is full.
    }
  }

  #prepared(sql: string): StatementSync {
    if (this.#closed) throw closedError(this.file);
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const prepared = this.#sqlite.prepare(sql);
    this.#statements.set(sql, prepared);
    return prepared;
  }

  #guard<T>(work: () => T): T {
    try {
      return work();
    } catch (thrown) {
      throw this.#failure(thrown);
    }
  }

  #failure(thrown: unknown): unknown {
    return this.#closed ? closedError(this.file) : sqliteFailure(thrown, this.file);
  }
}

function closedError(file: string): StoreError {
  return new StoreError("closed", `The store is closed: ${file}.`);
}

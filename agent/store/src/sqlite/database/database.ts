import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { MaybePromise } from "../../port/maybe-promise.ts";
import type { Row } from "../../rules/rows/row.ts";
import { CommitQueue } from "./commit-queue.ts";
import type { DatabasePlace, FileLock, OpenFiles } from "./open-files.ts";
import { Patience, pausesOf } from "./patience.ts";
import { closedError, isBusy, isDamage, sqliteFailure } from "./sqlite-failure.ts";

export type Value = SQLInputValue;

/** One connection: prepared statements, and transactions that are alone or shared. Every failure is a `StoreError`. */
export class Database {
  readonly file: string;
  readonly #sqlite: DatabaseSync;
  readonly #lock: FileLock | undefined;
  /** Looked at before every commit. */
  files: OpenFiles | undefined;
  readonly #statements = new Map<string, StatementSync>();
  readonly #queue: CommitQueue;
  #closed = false;
  #isInTransaction = false;
  /** Whether a commit waits for the disk: each transaction says so, and nothing is written outside of one. */
  #isSynced = true;
  /** What was found damaged: nothing is built on it. */
  #damage: unknown;
  readonly patience = new Patience();
  /** Transactions committed by this connection. */
  commits = 0;
  /** Whether there is an index of what stands within words. */
  hasParts = false;
  #afterCommit: (() => void)[] = [];
  /** Called after each of them. */
  onCommit: () => void = () => undefined;

  constructor(sqlite: DatabaseSync, { file, lock }: DatabasePlace) {
    this.#sqlite = sqlite;
    this.file = file;
    this.#lock = lock;
    const [begin, committed] = [(waitMs: number) => this.#begin(waitMs), (work: () => void) => this.#committed(work)];
    this.#queue = new CommitQueue({ file, patience: this.patience, begin, committed });
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** Those that were prepared so far. */
  get statements(): readonly string[] {
    return [...this.#statements.keys()];
  }

  first(sql: string, ...values: Value[]): Row | undefined {
    // Without a function of its own: every event is written by four statements.
    try {
      return this.#prepared(sql).get(...values);
    } catch (thrown) {
      return this.#again(thrown, () => this.#prepared(sql).get(...values));
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
      return this.#again(thrown, () => Number(this.#prepared(sql).run(...values).changes));
    }
  }

  exec(sql: string): void {
    this.#guard(() => this.#sqlite.exec(sql));
  }

  /**
   * All of the work or none of it, as `transaction`. It outlives the process when this returns, and a loss of power as
   * soon as anything was committed after it: for what is worth nothing without what follows, such as a lease.
   */
  transactionUnsynced<T>(work: () => T): T {
    const locked = this.#begin(this.patience.inThreadMs, false);
    if (locked !== undefined) throw locked;
    return this.#committed(work);
  }

  /**
   * As `transactionUnsynced`, of what nobody waits for or looks at. False, and nothing was done, where others keep the
   * database locked.
   */
  whenFree(work: () => void): boolean {
    if (this.#begin(0, false) !== undefined) return false;
    this.#store(work);
    return true;
  }

  /**
   * All of the work or none of it, on disk when this returns. Where others keep the database locked this thread waits a
   * moment, and less while it is known to be locked; then it throws `busy`.
   */
  transaction<T>(work: () => T): T {
    const locked = this.#begin(this.patience.inThreadMs);
    if (locked !== undefined) throw locked;
    return this.#committed(work);
  }

  /** The same; where others keep the database locked it is done as soon as they do not, as what is queued. */
  soon<T>(work: () => T): MaybePromise<T> {
    return this.#begin(0) === undefined ? this.#committed(work) : this.queue(work);
  }

  /**
   * Begins a transaction, or says that others keep the database locked: they have stored nothing for so many
   * milliseconds.
   */
  #begin(waitMs: number, isSynced = true): unknown {
    if (this.#damage !== undefined) throw this.#damage;
    if (isSynced !== this.#isSynced) this.exec(`PRAGMA synchronous = ${isSynced ? "FULL" : "NORMAL"}`);
    this.#isSynced = isSynced;
    const pause = pausesOf(Math.max(waitMs, this.patience.queuedMs));
    for (;;) {
      try {
        this.#prepared("BEGIN IMMEDIATE").run();
        this.#isInTransaction = true;
        this.patience.free();
        return undefined;
      } catch (thrown) {
        if (!isBusy(thrown)) throw this.#failure(thrown);
        if (this.patience.refused(this.#dataVersion()) >= waitMs || !pause()) return this.#failure(thrown);
      }
    }
  }

  /** Another number once others have stored something; undefined where they keep even that from being read. */
  #dataVersion(): unknown {
    try {
      return this.#prepared("PRAGMA data_version").get()?.data_version;
    } catch {
      return undefined;
    }
  }

  #committed<T>(work: () => T): T {
    const result = this.#store(work);
    for (const told of this.#afterCommit.splice(0)) told();
    this.onCommit();
    return result;
  }

  #store<T>(work: () => T): T {
    let result: T;
    this.#afterCommit = [];
    try {
      result = work();
      this.files?.assertThere();
      this.run("COMMIT");
    } catch (error) {
      this.#rollBack();
      throw error;
    } finally {
      this.#isInTransaction = false;
    }
    this.commits += 1;
    return result;
  }

  /** For work inside a transaction: what follows once it is stored, and does not where it is not. */
  afterCommit(work: () => void): void {
    this.#afterCommit.push(work);
  }

  /** Like `transaction`, with what else is queued: see {@link CommitQueue.add}. */
  queue<T>(work: () => T, chain?: object): Promise<T> {
    return this.#closed ? Promise.reject(closedError(this.file)) : this.#queue.add(work, chain);
  }

  /** Commits what is queued, now. */
  flush(): void {
    this.#queue.flush();
  }

  /** Commits what is queued, and waits in this thread for that; what others keep from it is rejected with `busy`. */
  finish(): void {
    this.#queue.finish();
  }

  close(): void {
    if (this.#closed) return;
    this.finish();
    this.#closed = true;
    this.#statements.clear();
    this.#sqlite.close();
    this.#lock?.release();
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
      return this.#again(thrown, work);
    }
  }

  /** What others held up for a moment is done again, for a bounded time. What failed otherwise is thrown. */
  #again<T>(thrown: unknown, work: () => T): T {
    const pause = pausesOf(this.patience.inThreadMs);
    for (let failed = thrown; ; ) {
      if (this.#isInTransaction || !isBusy(failed) || !pause()) throw this.#failure(failed);
      try {
        return work();
      } catch (again) {
        failed = again;
      }
    }
  }

  #failure(thrown: unknown): unknown {
    if (this.#closed) return closedError(this.file);
    const failure = sqliteFailure(thrown, this.file);
    if (isDamage(thrown)) this.#damage ??= failure;
    return failure;
  }
}

import type { Database } from "./database/database.ts";
import { numberOf } from "./database/row.ts";
import { StoreError } from "./store-error.ts";

interface Waiting {
  readonly wake: () => void;
  readonly fail: (error: StoreError) => void;
}

/** Tells who waits that the database has changed: at once for this store's changes, by looking for those of others. */
export class ChangeBell {
  readonly #database: Database;
  readonly #pollMs: number;
  readonly #waiting = new Set<Waiting>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #seen: number | undefined;

  constructor(database: Database, pollMs: number) {
    this.#database = database;
    this.#pollMs = pollMs;
    database.onCommit = () => this.#ring();
  }

  /** How many wait now. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Resolves when something may have changed since the caller last looked, or `signal` is aborted. Look and wait
   * without an `await` in between. Rejects with `closed` when the store is closed.
   */
  wait(signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(waiting);
        signal?.removeEventListener("abort", waiting.wake);
      };
      const waiting: Waiting = {
        wake: () => {
          leave();
          resolve();
        },
        fail: (error) => {
          leave();
          reject(error);
        },
      };
      this.#waiting.add(waiting);
      signal?.addEventListener("abort", waiting.wake, { once: true });
      this.#timer ??= setInterval(() => this.#look(), this.#pollMs);
    });
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    for (const { fail } of [...this.#waiting]) fail(new StoreError("closed", "The store was closed."));
  }

  /** The first look after a pause always rings: what happened during the pause is not known. */
  #look(): void {
    if (this.#waiting.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      this.#seen = undefined;
      return;
    }
    const version = this.#version();
    if (version !== undefined && version === this.#seen) return;
    this.#seen = version;
    this.#ring();
  }

  /** Undefined when it cannot be read: whoever waits looks for itself, and meets the failure where it can be told. */
  #version(): number | undefined {
    try {
      return numberOf(this.#database.first("PRAGMA data_version") ?? {}, "data_version");
    } catch {
      return undefined;
    }
  }

  #ring(): void {
    for (const { wake } of [...this.#waiting]) wake();
  }
}

import type { ChangeWatch } from "../port/changes.ts";
import { Watches } from "../rules/changes/watches.ts";
import { numberOf } from "../rules/rows/row.ts";
import type { Database } from "./database/database.ts";

/** Tells who waits that the database has changed: at once for this store's changes, by looking for those of others. */
export class ChangeBell {
  readonly #database: Database;
  readonly #watches: Watches;
  #timer: ReturnType<typeof setInterval> | undefined;
  #seen: number | undefined;

  constructor(database: Database, pollMs: number) {
    this.#database = database;
    this.#watches = new Watches(() => {
      this.#timer ??= setInterval(() => this.#look(), pollMs);
    });
    database.onCommit = () => this.#watches.ring("");
  }

  /** How many wait now. */
  get waiting(): number {
    return this.#watches.size;
  }

  /** Of a topic: told when this store says so, and when others have changed anything. */
  watch(topic?: string): ChangeWatch {
    return this.#watches.watch(topic);
  }

  ring(topic: string): void {
    this.#watches.ring(topic);
  }

  /**
   * Resolves when something may have changed since the caller last looked, or `signal` is aborted. Look and wait
   * without an `await` in between. Rejects with `closed` when the store is closed.
   */
  async wait(signal?: AbortSignal): Promise<void> {
    const watch = this.watch();
    try {
      await watch.changed(signal);
    } finally {
      watch.stop();
    }
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#watches.close();
  }

  /** The first look after a pause always rings: what happened during the pause is not known. */
  #look(): void {
    if (this.#watches.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      this.#seen = undefined;
      return;
    }
    const version = this.#version();
    if (version !== undefined && version === this.#seen) return;
    this.#seen = version;
    this.#watches.ring();
  }

  /** Undefined when it cannot be read: a reader that waits looks for itself, and meets the failure in its own call. */
  #version(): number | undefined {
    try {
      return numberOf(this.#database.first("PRAGMA data_version") ?? {}, "data_version");
    } catch {
      return undefined;
    }
  }
}

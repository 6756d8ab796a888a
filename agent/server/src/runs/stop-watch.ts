import { setTimeout as pause } from "node:timers/promises";
import type { Conversation, Logger } from "@toolwright/core";
import { type Store, StoreError } from "@toolwright/store";
import { isOutOfReach } from "../metrics/store-health.ts";

export interface StopWatchOptions {
  readonly store: Pick<Store, "changes"> & { readonly threads: Pick<Store["threads"], "stopRequests"> };
  readonly logger: Logger;
  /** Whether anything runs here that could be stopped. */
  readonly isNeeded: () => boolean;
  readonly stop: (conversation: Conversation) => void;
}

/** Milliseconds between two looks at least: commits come by the thousand. */
const REST_MS = 25;
/** Milliseconds until it looks again after the store could not be read. */
const AGAIN_MS = 1_000;

/** Hears, as long as something runs here, which runs are to be stopped, whichever process was asked to. */
export class StopWatch {
  readonly #options: StopWatchOptions;
  readonly #closing = new AbortController();
  #isWatching = false;

  constructor(options: StopWatchOptions) {
    this.#options = options;
  }

  /** Call it when something begins to run. */
  watch(): void {
    if (!this.#isWatching) void this.#hearRequests();
  }

  close(): void {
    this.#closing.abort();
  }

  async #hearRequests(): Promise<void> {
    const { store, logger, isNeeded, stop } = this.#options;
    const { signal } = this.#closing;
    this.#isWatching = true;
    const watch = store.changes.watch();
    try {
      while (isNeeded() && !signal.aborted) {
        for (const conversation of await store.threads.stopRequests()) stop(conversation);
        await watch.changed(signal);
        await pause(REST_MS);
      }
    } catch (error) {
      if (StoreError.isInstance(error) && error.code === "closed") return;
      // That the store is away is in the log once.
      if (!isOutOfReach(error)) logger.error("Requests to stop could not be read", { error });
      setTimeout(() => this.watch(), AGAIN_MS).unref();
    } finally {
      watch.stop();
      this.#isWatching = false;
    }
  }
}

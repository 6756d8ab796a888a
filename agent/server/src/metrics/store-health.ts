import type { Logger } from "@toolwright/core";
import { type Store, StoreError } from "@toolwright/store";
import { WEB } from "../channels.ts";
import { within } from "./within.ts";

export interface StoreHealthOptions {
  readonly store: Store;
  readonly logger: Logger;
  readonly onError: (error: unknown) => void;
}

/** Milliseconds that the store has to answer. */
const PATIENCE_MS = 2_000;
/** Milliseconds for which an answer stands: strangers may ask as often as they like. */
const FRESH_MS = 500;

/** Whether the store can be read and written, asked at most twice a second, and never for longer than two seconds. */
export class StoreHealth {
  readonly #options: StoreHealthOptions;
  #probe: Promise<boolean> | undefined;
  #error: unknown = "It does not answer.";
  #isOutOfReach = false;
  #last = { isWell: true, at: Number.NEGATIVE_INFINITY };

  constructor(options: StoreHealthOptions) {
    this.#options = options;
  }

  async isWell(): Promise<boolean> {
    if (performance.now() - this.#last.at < FRESH_MS) return this.#last.isWell;
    // One that hangs is asked nothing more until it answers.
    this.#probe ??= this.#ask().finally(() => {
      this.#probe = undefined;
    });
    const probe = this.#probe;
    const isWell = (await within(PATIENCE_MS, () => probe)) ?? false;
    this.#note(isWell);
    return isWell;
  }

  /**
   * Whether the server of the store could not be reached when it was asked last, and cannot be now; false at once where
   * it could.
   */
  async isAway(): Promise<boolean> {
    return this.#isOutOfReach && !(await this.isWell());
  }

  async #ask(): Promise<boolean> {
    const { store, onError } = this.#options;
    try {
      await (store.probe === undefined ? store.threads.list({ channel: WEB, limit: 1 }) : store.probe());
      this.#isOutOfReach = false;
      return true;
    } catch (error) {
      onError(error);
      this.#isOutOfReach = isOutOfReach(error);
      this.#error = error;
      return false;
    }
  }

  #note(isWell: boolean): void {
    const { logger } = this.#options;
    if (!isWell && this.#last.isWell) logger.error("The store cannot be read or written", { error: this.#error });
    if (isWell && !this.#last.isWell) logger.info("The store can be read and written again");
    this.#last = { isWell, at: performance.now() };
  }
}

/** Whether what failed is the way to the store. */
export function isOutOfReach(error: unknown): boolean {
  return StoreError.isInstance(error) && error.code === "unreachable";
}

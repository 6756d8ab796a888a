import type { ServerContext } from "../server-context.ts";
import type { LiveThreads } from "./live-threads.ts";

/** Milliseconds between two looks. */
const LOOK_MS = 500;
/** Milliseconds after which a look makes the server ask whether the store is there at all. */
const SLOW_MS = 1_000;

export interface LookoutOptions extends Pick<ServerContext, "health" | "logger"> {
  readonly threads: Pick<LiveThreads, "takeUp">;
}

/** Looks from time to time for runs that another process left open, and has them taken up. */
export class Lookout {
  readonly #options: LookoutOptions;
  #timer: ReturnType<typeof setInterval> | undefined;
  #isLooking = false;

  constructor(options: LookoutOptions) {
    this.#options = options;
  }

  start(): void {
    void this.#look();
    this.#timer ??= setInterval(() => void this.#look(), LOOK_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    const { health, logger, threads } = this.#options;
    if (this.#isLooking) return;
    this.#isLooking = true;
    const slow = setTimeout(() => void health.isWell(), SLOW_MS);
    try {
      if (!(await health.isAway())) await threads.takeUp();
    } catch (error) {
      if (!(await health.isAway())) logger.error("Open runs could not be looked for", { error });
    } finally {
      clearTimeout(slow);
      this.#isLooking = false;
    }
  }
}

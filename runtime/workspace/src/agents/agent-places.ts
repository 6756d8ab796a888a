import { ToolError } from "@toolwright/core";

/** A place that was taken. */
export interface Place {
  /** Resolves when the agent may work; false when `signal` came first. */
  ready(signal: AbortSignal): Promise<boolean>;
  /** Gives the place to the next one. Twice is fine. */
  release(): void;
}

interface Waiter {
  isWorking: boolean;
  start: () => void;
}

/** How many agents may work and wait. */
export interface PlaceLimits {
  readonly running: number;
  readonly queued: number;
}

/** Lets so many agents work at once, and so many more wait, first come, first served. */
export class AgentPlaces {
  readonly #limits: PlaceLimits;
  readonly #waiters: Waiter[] = [];

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  /** Throws a `ToolError` when too many are there already. */
  take(): Place {
    const { running, queued } = this.#limits;
    if (this.#waiters.length >= running + queued)
      throw new ToolError(`${running} sub-agents are working and ${queued} are waiting.`, {
        suggestion: "Wait for reports before you start another one.",
      });
    const waiter: Waiter = { isWorking: false, start: () => {} };
    this.#waiters.push(waiter);
    this.#startNext();
    return { ready: (signal) => ready(waiter, signal), release: () => this.#release(waiter) };
  }

  #release(waiter: Waiter): void {
    const at = this.#waiters.indexOf(waiter);
    if (at >= 0) this.#waiters.splice(at, 1);
    this.#startNext();
  }

  #startNext(): void {
    for (const waiter of this.#waiters.slice(0, this.#limits.running)) {
      waiter.isWorking = true;
      waiter.start();
    }
  }
}

function ready(waiter: Waiter, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  if (waiter.isWorking) return Promise.resolve(true);
  return new Promise((resolve) => {
    const stop = () => resolve(false);
    signal.addEventListener("abort", stop, { once: true });
    waiter.start = () => {
      signal.removeEventListener("abort", stop);
      resolve(true);
    };
  });
}

import type { DependencyKey } from "@toolwright/core";

/** Who holds a lock, for the message to those who wait: `call c12, edit`. */
export interface LockRequest {
  /** Real paths. */
  readonly paths: readonly string[];
  readonly holder: string;
  readonly signal?: AbortSignal;
  /** Milliseconds. Default 30,000. */
  readonly waitMs?: number;
}

/** Whether a lock was got. */
export type LockOutcome =
  | { readonly kind: "held"; release(): void | Promise<void> }
  | { readonly kind: "busy"; readonly path: string; readonly holder: string }
  | { readonly kind: "aborted" };

interface Waiter {
  readonly request: LockRequest;
  served: boolean;
  settle(outcome: LockOutcome): void;
}

/**
 * One lock per file inside this process. A request for several files queues for all of them in one step and is served
 * when it is first everywhere, so requests are served in order and none can wait for each other in a circle.
 */
export class FileLocks {
  readonly #queues = new Map<string, Waiter[]>();
  #entry: Promise<unknown> = Promise.resolve();

  /**
   * Waits for all the paths of a request. Requests queue in the order of these calls, also when their paths take
   * different time to work out.
   */
  async acquire(prepare: () => Promise<LockRequest>): Promise<LockOutcome> {
    const queued = this.#entry.then(async () => this.#enqueue(await prepare()));
    this.#entry = queued.catch(() => undefined);
    return (await queued).outcome;
  }

  #enqueue(request: LockRequest): { readonly outcome: Promise<LockOutcome> } {
    const { promise, resolve } = withResolvers<LockOutcome>();
    const waiter: Waiter = { request, served: false, settle: resolve };
    for (const path of new Set(request.paths)) {
      const queue = this.#queues.get(path) ?? [];
      queue.push(waiter);
      this.#queues.set(path, queue);
    }
    const stopWaiting = this.#limitWait(waiter);
    this.#serve(waiter);
    // Wrapped, because a promise of a promise would keep the entry waiting for the lock.
    return { outcome: promise.finally(stopWaiting) };
  }

  #limitWait(waiter: Waiter): () => void {
    const { signal, waitMs = 30_000 } = waiter.request;
    const abort = (): void => this.#giveUp(waiter, { kind: "aborted" });
    const timer = setTimeout(() => this.#giveUp(waiter, this.#whoIsBefore(waiter)), waitMs);
    signal?.addEventListener("abort", abort, { once: true });
    if (signal?.aborted) abort();
    return () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    };
  }

  /** Serves a waiter that is first in all its queues. */
  #serve(waiter: Waiter): void {
    const queues = waiter.request.paths.map((path) => this.#queues.get(path));
    if (!queues.every((queue) => queue?.[0] === waiter)) return;
    if (waiter.served) return;
    waiter.served = true;
    waiter.settle({ kind: "held", release: () => this.#leave(waiter) });
  }

  #giveUp(waiter: Waiter, outcome: LockOutcome): void {
    if (waiter.served) return;
    waiter.settle(outcome);
    this.#leave(waiter);
  }

  #leave(waiter: Waiter): void {
    const next = new Set<Waiter>();
    for (const path of new Set(waiter.request.paths)) {
      const queue = this.#queues.get(path)?.filter((other) => other !== waiter) ?? [];
      if (queue.length === 0) this.#queues.delete(path);
      else this.#queues.set(path, queue);
      if (queue[0] !== undefined) next.add(queue[0]);
    }
    for (const first of next) this.#serve(first);
  }

  #whoIsBefore(waiter: Waiter): LockOutcome {
    for (const path of waiter.request.paths) {
      const first = this.#queues.get(path)?.[0];
      if (first !== undefined && first !== waiter) return { kind: "busy", path, holder: first.request.holder };
    }
    return { kind: "busy", path: waiter.request.paths[0] ?? "", holder: "unknown" };
  }
}

/** `Promise.withResolvers`, which Node 20 lacks. */
function withResolvers<T>(): { promise: Promise<T>; resolve(value: T): void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve: (value) => resolve(value) };
}

/** Shared by all agents and conversations of this process: a file is a file whoever writes it. */
export const SHARED_FILE_LOCKS = new FileLocks();

/** The locks that mutating tools take. */
export const FILE_LOCKS: DependencyKey<FileLocks> = {
  id: "toolwright.file-locks",
  scope: "run",
  create: () => SHARED_FILE_LOCKS,
};

/** Works while a lock is held, and gives it back whatever happens; what `refused` says where it was not got. */
export async function whileHeld<T>(
  lock: LockOutcome,
  work: () => Promise<T>,
  refused: (lock: Exclude<LockOutcome, { readonly kind: "held" }>) => T,
): Promise<T> {
  if (lock.kind !== "held") return refused(lock);
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

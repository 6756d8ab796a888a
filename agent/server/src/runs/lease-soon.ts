import { setTimeout as pause } from "node:timers/promises";
import type { Conversation } from "@toolwright/core";
import type { Lease, Store } from "@toolwright/store";

/** How long to wait for a lease, and for how long to take it. */
export interface LeaseWish {
  /** Milliseconds. */
  readonly withinMs: number;
  readonly ttlMs?: number;
}

/** Milliseconds between two tries. */
const AGAIN_MS = 20;

/**
 * A lease that somebody may hold for a moment yet, such as an undo, or a run that has just ended. Undefined when it is
 * kept.
 */
export async function leaseSoon(
  { leases }: Pick<Store, "leases">,
  conversation: Conversation,
  { withinMs, ...options }: LeaseWish,
): Promise<Lease | undefined> {
  const until = performance.now() + withinMs;
  for (;;) {
    const lease = await leases.acquire(conversation, options);
    if (lease !== undefined || performance.now() > until) return lease;
    await pause(AGAIN_MS);
  }
}

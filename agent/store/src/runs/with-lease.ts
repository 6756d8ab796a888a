import type { Conversation } from "@toolwright/core";
import type { Lease } from "../port/leases.ts";
import type { Store } from "../port/store.ts";
import { StoreError } from "../port/store-error.ts";

/** Does what only one process may do in a conversation at a time. Rejects with `conflict` where another one does. */
export async function withLease<T>(
  { leases, threads }: Pick<Store, "leases" | "threads">,
  conversation: Conversation,
  work: (lease: Lease) => Promise<T>,
): Promise<T> {
  const lease = await leases.acquire(conversation);
  if (lease === undefined) throw new StoreError("conflict", await whyHeld(threads, conversation));
  try {
    return await work(lease);
  } finally {
    await lease.release();
  }
}

/** Why nobody gets the lease now, and what to do. */
async function whyHeld(threads: Store["threads"], conversation: Conversation): Promise<string> {
  const { status, retryAt } = (await threads.get(conversation)) ?? {};
  if (status === "quarantined")
    return "A call of this conversation's run has ended three processes: threads.retry tries it again, threads.requestStop ends it.";
  if (retryAt !== undefined)
    return `A call of this conversation's run has ended two processes: it can be tried again from ${new Date(retryAt).toISOString()} on.`;
  return "This conversation is at work already, here or in another process: wait for that run to end.";
}

import { setTimeout as pause } from "node:timers/promises";
import type { Conversation, DurableRun } from "@toolwright/core";
import type { Lease } from "../port/leases.ts";
import type { Store } from "../port/store.ts";

/** Which turn, and for how long its conversation is held by a worker that is dead. */
export interface TurnLeaseOptions {
  readonly store: Store;
  readonly conversation: Conversation;
  readonly run: DurableRun;
  readonly leaseMs: number;
}

/** How long a worker waits for the conversation, in milliseconds; then the engine tries again. */
const PATIENCE_MS = 30_000;
/** Milliseconds between two tries. */
const AGAIN_MS = 20;

/**
 * The lease of a turn, as soon as the turn may be worked on: the attempt before may hold it for a moment yet, or until
 * its time is up. A turn that is quarantined waits in no process until a person has said what becomes of it. Rejects
 * when the turn is lost, and after 30 s.
 */
export async function turnLease(options: TurnLeaseOptions): Promise<Lease> {
  const { store, conversation, run, leaseMs } = options;
  for (let until = performance.now() + PATIENCE_MS; ; ) {
    run.lost.throwIfAborted();
    const lease = await store.leases.acquire(conversation, { ttlMs: leaseMs });
    if (lease !== undefined) return lease;
    if (await rested(options)) until = performance.now() + PATIENCE_MS;
    else if (performance.now() > until) throw new Error("Another process works on this conversation.");
    else await pause(AGAIN_MS);
  }
}

/**
 * What `DurableHost.answer` takes when a quarantined turn is to be worked on again. `seq`: the newest event of its
 * conversation.
 */
export function retryAddress(runId: string, seq: number): string {
  return `${runId}/${retryKey(seq)}`;
}

/** Somebody has asked the open run of a conversation to stop, and that is stored. */
export async function isToStop(
  { threads }: Pick<Store, "threads">,
  { channel, chatId }: Conversation,
): Promise<boolean> {
  return (await threads.stopRequests()).some((asked) => asked.channel === channel && asked.chatId === chatId);
}

function retryKey(seq: number): string {
  return `retry:${seq}`;
}

/** False where it is only held by somebody. */
async function rested({ store, conversation, run }: TurnLeaseOptions): Promise<boolean> {
  const thread = await store.threads.get(conversation);
  if (thread?.status === "quarantined") {
    const { answer } = run.decision(retryKey(thread.lastSeq));
    // Of a lost attempt nobody hears whether its question was opened.
    answer.catch(() => undefined);
    await Promise.race([answer, aborted(run.cancelled), aborted(run.lost)]);
    run.lost.throwIfAborted();
    if (run.cancelled.aborted) await store.threads.requestStop(conversation);
    else await store.threads.retry(conversation);
    return true;
  }
  if (thread?.retryAt === undefined) return false;
  // The clock may be another one.
  await pause(Math.max(AGAIN_MS, Math.min(thread.retryAt - Date.now(), 1_000)), undefined, { ref: false });
  return true;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

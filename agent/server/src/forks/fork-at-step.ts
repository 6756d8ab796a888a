import type { Conversation, JournalEvent } from "@toolwright/core";
import { type Store, type StoredJournal, StoreError, type Thread } from "@toolwright/store";
import type { ThreadStep } from "@toolwright/view/internal";

/** What is needed of a store. */
interface ForkingStore extends Pick<Store, "threads" | "leases"> {
  journal(...about: Parameters<Store["journal"]>): Pick<StoredJournal, "append" | "read">;
}

/** A step of a thread, to go on from. */
export interface ForkAtStep {
  readonly from: Conversation;
  readonly step: Pick<ThreadStep, "runId" | "seq" | "isEnd">;
  /** Milliseconds. */
  readonly leaseMs: number;
}

/**
 * A fork that holds a thread up to the end of a step. Forks hold whole runs: of one that went on after the step its
 * events up to there are stored again, and then its end. Throws a `StoreError`.
 */
export async function forkAtStep(
  store: ForkingStore,
  { from, step, leaseMs }: ForkAtStep,
): Promise<Thread | undefined> {
  const { runId, seq, isEnd } = step;
  if (isEnd === true) return store.threads.fork({ from, after: runId });
  const fork = await store.threads.fork({ from, before: runId });
  if (fork === undefined) return undefined;
  const { conversation } = fork;
  const lease = await store.leases.acquire(conversation, { ttlMs: leaseMs });
  if (lease === undefined) throw new StoreError("busy", "The new thread is in use already.");
  try {
    const journal = store.journal(conversation, { lease });
    for await (const event of eventsOf(store, { from, runId, seq, after: fork.lastSeq })) {
      await journal.append(event);
      // A process that dies here leaves an open run, which the next one would go on with: a stopped one it ends.
      if (event.type === "run_start" && event.parentId === undefined) await store.threads.requestStop(conversation);
    }
    const end = { id: crypto.randomUUID(), seq: seq + 1, time: Date.now(), runId, type: "done" } as const;
    const usage = { inputTokens: 0, outputTokens: 0 };
    await journal.append({ ...end, data: { stopReason: "aborted", iterations: 0, usage } });
  } finally {
    await lease.release();
  }
  return store.threads.get(conversation);
}

interface Copied {
  readonly from: Conversation;
  readonly runId: string;
  readonly seq: number;
  readonly after: number;
}

async function* eventsOf(store: ForkingStore, { from, runId, seq, after }: Copied): AsyncGenerator<JournalEvent> {
  let hasBegun = false;
  for await (const event of store.journal(from).read(after)) {
    if (event.seq > seq) return;
    hasBegun ||= event.runId === runId;
    if (hasBegun) yield event;
  }
}

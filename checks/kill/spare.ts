import type { Store, Thread } from "@toolwright/store";
import { CHANNEL } from "./scene.ts";

/**
 * Milliseconds after which strikes go on: a turn that has not got further by then hangs, and that is found elsewhere.
 */
const PATIENCE_MS = 20_000;

/**
 * Waits where one call of a run was struck twice, until a call of it has ended: struck a third time it would be
 * quarantined, and nobody here lets it go on.
 */
export async function spareStruckTwice(store: Store, conversations: readonly string[]): Promise<void> {
  const named = conversations.map((chatId) => ({ channel: CHANNEL, chatId }));
  const threads = await Promise.all(named.map((conversation) => store.threads.get(conversation)));
  await Promise.all(
    threads.map(async (thread) => {
      if (thread !== undefined && (thread.retryAt !== undefined || (await isAtLastTry(store, thread))))
        await goneOn(store, thread);
    }),
  );
}

/**
 * Whether a call runs for the third time, or will as soon as a worker takes its run up. Its run rests no more, and a
 * program takes a while to its first call.
 */
async function isAtLastTry(store: Store, { conversation, status }: Thread): Promise<boolean> {
  for await (const { event } of store.journal(conversation).excerpt({ newestFirst: true })) {
    if (event.type === "tool_call_end" || event.type === "assistant_message" || event.type === "done") return false;
    if (event.type !== "warning" || event.data.code !== "call_retried") continue;
    const attempt = Number(ATTEMPT.exec(event.data.message)?.[1]);
    return attempt > 2 || (attempt === 2 && status === "interrupted");
  }
  return false;
}

const ATTEMPT = /\(attempt (\d+)/;

async function goneOn(store: Store, { conversation, lastSeq }: Thread): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  for await (const { type, parentId } of store.journal(conversation).follow({ after: lastSeq, signal })) {
    if (parentId !== undefined) continue;
    if (type === "tool_call_end" || type === "assistant_message" || type === "done") return;
  }
}

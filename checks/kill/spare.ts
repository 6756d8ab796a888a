import type { Store, Thread } from "@toolwright/store";
import { CHANNEL } from "./scene.ts";

/**
 * Milliseconds after which strikes go on: a turn that has not got further by then hangs, and that is found elsewhere.
 */
const PATIENCE_MS = 20_000;

/**
 * Waits while a run rests because one call of it was struck twice, until a call of it has ended: struck a third time it
 * would be quarantined, and nobody here lets it go on.
 */
export async function spareStruckTwice(store: Store, conversations: readonly string[]): Promise<void> {
  const named = conversations.map((chatId) => ({ channel: CHANNEL, chatId }));
  const threads = await Promise.all(named.map((conversation) => store.threads.get(conversation)));
  await Promise.all(threads.map((thread) => (thread?.retryAt === undefined ? undefined : goneOn(store, thread))));
}

async function goneOn(store: Store, { conversation, lastSeq }: Thread): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  for await (const { type, parentId } of store.journal(conversation).follow({ after: lastSeq, signal })) {
    if (parentId !== undefined) continue;
    if (type === "tool_call_end" || type === "assistant_message" || type === "done") return;
  }
}

import { APPS } from "../../channels.ts";
import { endConversation } from "../../runs/end-conversation.ts";
import { leaseSoon } from "../../runs/lease-soon.ts";
import type { ServerContext } from "../../server-context.ts";
import { threadOf } from "./app-conversation.ts";

/** Conversations that are looked at at once. */
const PAGE = 100;

/** Milliseconds that a call of an app has to end once it was stopped. */
const ENDING_MS = 2_000;

/** Deletes what the apps of a thread have called; what is under way is stopped. */
export async function endApps({ store, agent, logger, threads }: ServerContext, threadId: string): Promise<void> {
  for (let cursor: string | undefined = ""; cursor !== undefined; ) {
    const page = await store.threads.list({ channel: APPS, limit: PAGE, ...(cursor !== "" && { cursor }) });
    for (const { conversation } of page.threads.filter((one) => threadOf(one.conversation) === threadId)) {
      if (await threads.stop(conversation))
        await (await leaseSoon(store, conversation, { withinMs: ENDING_MS }))?.release();
      await store.threads.delete(conversation);
      await endConversation({ agent, logger }, conversation);
    }
    cursor = page.next;
  }
}

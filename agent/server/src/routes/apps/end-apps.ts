import { APPS } from "../../channels.ts";
import { endConversation } from "../../runs/end-conversation.ts";
import type { ServerContext } from "../../server-context.ts";
import { threadOf } from "./app-conversation.ts";

/** Conversations that are looked at at once. */
const PAGE = 100;

/** Deletes what the apps of a thread have called. */
export async function endApps(
  { store, agent, logger }: Pick<ServerContext, "store" | "agent" | "logger">,
  threadId: string,
): Promise<void> {
  for (let cursor: string | undefined = ""; cursor !== undefined; ) {
    const page = await store.threads.list({ channel: APPS, limit: PAGE, ...(cursor !== "" && { cursor }) });
    for (const { conversation } of page.threads.filter((one) => threadOf(one.conversation) === threadId)) {
      await store.threads.delete(conversation);
      await endConversation({ agent, logger }, conversation);
    }
    cursor = page.next;
  }
}

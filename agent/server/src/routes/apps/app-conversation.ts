import type { Conversation } from "@toolwright/core";
import { APPS } from "../../channels.ts";

/** The conversation that holds the calls of the app of one call. */
export function appConversation(app: { readonly threadId: string; readonly toolCallId: string }): Conversation {
  return { channel: APPS, chatId: [app.threadId, app.toolCallId].map(encodeURIComponent).join("/") };
}

/** The thread in which an app is shown whose calls are held by a conversation; of any other one its own id. */
export function threadOf({ channel, chatId }: Conversation): string {
  return channel === APPS ? decodeURIComponent(chatId.split("/", 1)[0] ?? "") : chatId;
}

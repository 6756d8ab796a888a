import { randomUUID } from "node:crypto";
import type { Conversation } from "@toolwright/core";

/** A conversation of its own: what it keeps aside is nobody else's. */
export function newConversation(): Conversation {
  return { channel: "command", chatId: randomUUID() };
}

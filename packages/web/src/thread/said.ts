import type { ThreadMessageLike } from "@assistant-ui/react";
import type { ThreadState } from "./thread-state.ts";
import { type UserContent, userContent } from "./user-content.ts";

/** The run that began with a user's message, by the message's id; undefined while the server has not taken it. */
export function runOf(messageId: string | undefined): string | undefined {
  return messageId?.endsWith(":user") === true ? messageId.slice(0, -":user".length) : undefined;
}

/** What the user said at the beginning of a run; undefined where that is not loaded. */
export function saidBefore({ messages }: Pick<ThreadState, "messages">, runId: string): UserContent | undefined {
  const said = messages.find(({ id }) => runOf(id) === runId);
  if (said === undefined) return undefined;
  return typeof said.content === "string" ? said.content : userContent(said.content);
}

/** What was just said gets the id under which the server keeps it, once that is known. */
export function named(said: ThreadMessageLike | undefined, runId: string): ThreadMessageLike[] {
  if (said === undefined) return [];
  return [said.id?.startsWith("sent-") && !runId.startsWith("begun-") ? { ...said, id: `${runId}:user` } : said];
}

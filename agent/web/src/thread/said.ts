import type { ThreadMessageLike } from "@assistant-ui/react";
import type { RunFold } from "@toolwright/view";
import type { ThreadState } from "./thread-state.ts";
import { toMessage, userParts } from "./to-message.ts";
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

/** What a user says now, until the server has named it. `count` tells it from what was said before. */
export function justSaid(content: UserContent, count: number): ThreadMessageLike {
  return { role: "user", id: `sent-${count}`, createdAt: new Date(), content: userParts(content) };
}

/** What is shown, with the answer of a run as it is now. */
export function withAnswer(messages: ThreadState["messages"], draft: RunFold): ThreadState["messages"] {
  const last = messages.at(-1);
  // Its end may have been shown already, before that of the stream.
  const isShown = last?.role === "assistant" && (last.status?.type === "running" || last.id === draft.runId);
  const kept = isShown ? messages.slice(0, -1) : messages;
  return [...kept.slice(0, -1), ...named(kept.at(-1), draft.runId), toMessage(draft.message())];
}

/** What was just said gets the id under which the server keeps it, once that is known. */
function named(said: ThreadMessageLike | undefined, runId: string): ThreadMessageLike[] {
  if (said === undefined) return [];
  return [said.id?.startsWith("sent-") && !runId.startsWith("begun-") ? { ...said, id: `${runId}:user` } : said];
}

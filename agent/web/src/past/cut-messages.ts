import type { ThreadMessageLike } from "@assistant-ui/react";
import type { ThreadStep } from "@toolwright/view/internal";
import { numberIn, textIn } from "@toolwright/view/internal";

/** What stands beside a call, as a part of its own, and belongs to it. */
const BESIDE: ReadonlySet<string> = new Set([
  ...["tool-start", "tool-running", "tool-output", "approval-request", "approval-decision", "tool-end"],
  "async-result",
]);

/** The messages as they were at the end of a step; all of them where its run is not among them, and whole. */
export function cutMessages(
  messages: readonly ThreadMessageLike[],
  { runId, parts, isEnd }: Pick<ThreadStep, "runId" | "parts" | "isEnd">,
): readonly ThreadMessageLike[] {
  const place = messages.findIndex(({ role, metadata }) => {
    return role === "assistant" && textIn(metadata?.custom, "runId") === runId;
  });
  const message = messages[place];
  if (message === undefined || (isRest(message) && isEnd !== true)) return messages;
  const before = messages.slice(0, place);
  return isEnd === true ? [...before, message] : [...before, cutMessage(message, parts)];
}

/** Whether the beginning of its run is not loaded. */
export function isRest({ metadata }: ThreadMessageLike): boolean {
  return numberIn(metadata?.custom, "runSeq") !== undefined;
}

/** Nothing is told of its end, which came later. */
function cutMessage(message: ThreadMessageLike, parts: number): ThreadMessageLike {
  const { content, metadata } = message;
  if (typeof content === "string") return message;
  const { runId, model } = metadata?.custom ?? {};
  let count = 0;
  const kept = content.filter((part) => {
    if (part.type !== "data" || !BESIDE.has(part.name)) count += 1;
    return count <= parts;
  });
  return {
    ...message,
    content: kept,
    status: { type: "complete", reason: "stop" },
    metadata: { ...metadata, custom: { runId, model } },
  };
}

import type { ThreadPage } from "@toolwright/view";

/** The messages of a page without the answer of its open run, and that answer, which the stream tells again. */
export function loadedMessages({ messages, status }: Pick<ThreadPage, "messages" | "status">) {
  const isOpen = status !== "idle";
  const last = messages.at(-1);
  const open = isOpen && last?.role === "assistant" && last.stopReason === undefined ? last : undefined;
  const kept = messages.filter((message) => message !== open);
  return { kept, open, isOpen, isInterrupted: status === "interrupted" };
}

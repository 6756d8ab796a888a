import type { ThreadPage } from "@toolwright/view";
import { toMessage } from "./to-message.ts";

/** What a thread shows once it is loaded, and the answer of its open run, which the stream tells from its beginning. */
export function loadedMessages({ messages, status }: Pick<ThreadPage, "messages" | "status">) {
  const isOpen = status !== "idle";
  const last = messages.at(-1);
  const open = isOpen && last?.role === "assistant" && last.stopReason === undefined ? last : undefined;
  const shown = messages.filter((message) => message !== open).map(toMessage);
  return { shown, open, isOpen, isInterrupted: status === "interrupted" };
}

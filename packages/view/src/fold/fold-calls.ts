import type { JournalEvent } from "@toolwright/core";
import type { ThreadCall } from "../wire/thread-message.ts";
import { foldThread } from "./fold-thread.ts";

/** The calls of these events in the order of their beginnings, those inside others included. */
export function foldCalls(events: Iterable<JournalEvent>): readonly ThreadCall[] {
  return foldThread(events).flatMap((message) =>
    message.role === "user" ? [] : message.parts.filter((part) => part.type === "tool-call"),
  );
}

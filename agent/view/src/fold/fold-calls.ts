import type { JournalEvent } from "@toolwright/core";
import type { ThreadCall } from "../wire/thread-message.ts";
import { ThreadFold } from "./fold-thread.ts";

/** The calls of these events in the order of their beginnings, those inside others included. */
export function foldCalls(events: Iterable<JournalEvent>): readonly ThreadCall[] {
  const fold = new CallFold();
  for (const event of events) fold.add(event);
  return fold.calls();
}

/** The same, event by event, for what shows calls while they happen. A run may have begun before the first event. */
export class CallFold {
  readonly #thread = new ThreadFold();

  add(event: JournalEvent): void {
    if (event.type === "tool_call_start" && this.#thread.call(event.parentId ?? "") === undefined)
      this.#thread.join(event);
    this.#thread.add(event);
  }

  /** A call as it is now; undefined before it begins. */
  call(toolCallId: string): ThreadCall | undefined {
    return this.#thread.call(toolCallId);
  }

  calls(): readonly ThreadCall[] {
    return this.#thread
      .messages()
      .flatMap((message) => (message.role === "user" ? [] : message.parts.filter((part) => part.type === "tool-call")));
  }
}

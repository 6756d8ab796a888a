import type { EventOf, JournalEvent } from "@toolwright/core";
import { RunFrames } from "../frames/run-frames.ts";
import type { ThreadPage } from "../wire/http.ts";
import type { LaterFrame, ThreadMessage } from "../wire/thread-message.ts";
import { type FoldThreadOptions, ThreadFold } from "./fold-thread.ts";

/** Where a page lies in its thread. */
export interface FoldPageOptions extends FoldThreadOptions {
  /** Whether there are events before it. */
  readonly hasEarlier: boolean;
  /** The first event of the run in which the page begins; undefined where it begins with a run. */
  readonly start?: EventOf<"run_start"> | undefined;
  /** The run in which the page ends and the next one begins: what its user said stands there. */
  readonly goesOn?: string | undefined;
}

/** Some events of a thread as its page shows them; `joinPages` makes the thread of all pages. */
export function foldPage(
  events: Iterable<JournalEvent>,
  options: FoldPageOptions,
): Pick<ThreadPage, "messages" | "later"> {
  const fold = new PageFold(options);
  for (const event of events) fold.add(event);
  return fold.page();
}

class PageFold {
  readonly #options: FoldPageOptions;
  readonly #thread: ThreadFold;
  readonly #later: LaterFrame[] = [];
  /** Runs and calls inside calls that began on this page. */
  readonly #inner = new Set<string>();

  constructor(options: FoldPageOptions) {
    this.#options = options;
    this.#thread = new ThreadFold(options);
    const { start, goesOn } = options;
    if (start !== undefined) this.#thread.takeUp(start, start.runId !== goesOn);
  }

  add(event: JournalEvent): void {
    this.#noteInner(event);
    if (this.#isOfEarlierCall(event)) this.#tellLater(event);
    else if (event.type === "run_start" && event.runId === this.#options.goesOn) this.#thread.takeUp(event, false);
    else this.#thread.add(event);
  }

  page(): Pick<ThreadPage, "messages" | "later"> {
    const { start } = this.#options;
    const messages = this.#thread.messages().map((message): ThreadMessage => {
      const isRest = message.role === "assistant" && message.runId === start?.runId;
      return isRest ? { ...message, runSeq: start.seq } : message;
    });
    return this.#later.length === 0 ? { messages } : { messages, later: this.#later };
  }

  /** Whether it tells of a call that began before this page: only where that began can it be shown. */
  #isOfEarlierCall(event: JournalEvent): boolean {
    const { runId, parentId, type } = event;
    if (!this.#options.hasEarlier || this.#inner.has(runId)) return false;
    const isOpen = this.#thread.isOpen(runId);
    const isInRest = isOpen && runId === this.#options.start?.runId;
    switch (type) {
      case "tool_call_start":
        return !isOpen && parentId !== undefined && this.#mayBeginEarlier(parentId);
      case "tool_call_end":
        return (isInRest || !isOpen) && !this.#isKnown(event.data.toolCallId);
      case "async_result":
        return !this.#isKnown(event.data.toolCallId);
      case "tool_call_running":
      case "approval_request":
      case "approval_decision":
        return isInRest && !this.#isKnown(event.data.toolCallId);
      default:
        return false;
    }
  }

  /** Calls in the background of a run stand in their order behind it: where it is whole. */
  #mayBeginEarlier(parentId: string): boolean {
    const runId = this.#thread.runOf(parentId);
    return runId === undefined || (runId === this.#options.start?.runId && !this.#thread.isOpen(runId));
  }

  #noteInner(event: JournalEvent): void {
    const { type, runId, parentId = "" } = event;
    const isInside = !this.#mayBeginEarlier(parentId) || this.#inner.has(parentId);
    if (type === "run_start" && isInside) this.#inner.add(runId);
    if (type === "tool_call_start" && this.#inner.has(runId)) this.#inner.add(event.data.toolCallId);
  }

  #isKnown(toolCallId: string): boolean {
    return this.#thread.runOf(toolCallId) !== undefined;
  }

  #tellLater(event: JournalEvent): void {
    const { runId, seq, time, type } = event;
    const restId = this.#options.start?.runId;
    const during = restId !== undefined && this.#thread.isOpen(restId) ? { during: restId } : {};
    for (const frame of new RunFrames({ runId, after: seq - 1 }).add(event)) {
      // Its beginning is told where it began.
      const isTold = type === "tool_call_end" && (frame.code === "call" || frame.code === "arguments");
      if (!isTold && frame.code !== "note") this.#later.push({ frame, time, ...during });
    }
  }
}

import type { EventOf, JournalEvent } from "@toolwright/core";
import { RunFrames } from "../frames/run-frames.ts";
import type { ThreadCall, ThreadMessage } from "../wire/thread-message.ts";
import { RunFold, type RunFoldOptions } from "./run-fold.ts";

/** How much is told of a thread. */
export interface FoldThreadOptions {
  /** See {@link RunFramesOptions.tellsReasons}. */
  readonly tellsReasons?: boolean;
}

/** A conversation as a page shows it: a view of its journal. Stored events and live ones add up to the same. */
export function foldThread(events: Iterable<JournalEvent>, options: FoldThreadOptions = {}): readonly ThreadMessage[] {
  const fold = new ThreadFold(options);
  for (const event of events) fold.add(event);
  return fold.messages();
}

interface OpenRun {
  readonly frames: RunFrames;
  readonly fold: RunFold;
}

/** The same, event by event. */
export class ThreadFold {
  readonly #options: FoldThreadOptions;
  readonly #messages: (Extract<ThreadMessage, { role: "user" }> | RunFold)[] = [];
  readonly #open = new Map<string, OpenRun>();
  /** The run of each call: what comes back from the background may do so after it. */
  readonly #runOf = new Map<string, OpenRun>();

  constructor(options: FoldThreadOptions = {}) {
    this.#options = options;
  }

  add(event: JournalEvent): void {
    if (event.type === "run_start" && event.parentId === undefined) this.#begin(event);
    const behind = this.#runBehind(event);
    const own = behind === undefined ? event : { ...event, runId: behind.fold.runId };
    if (behind?.fold.isOver === true) tell(behind, own);
    const run = behind ?? this.#open.get(event.runId);
    if (event.type === "tool_call_start" && run !== undefined) this.#runOf.set(event.data.toolCallId, run);
    // Every open run hears of every event: a number that is missing is a delta that was lost.
    for (const open of this.#open.values()) tell(open, own);
    if (event.type === "done") this.#open.delete(event.runId);
  }

  /**
   * The run of a call that goes on in the background, which may make calls behind the end of the run. What comes back
   * has an id of its own even before that end, once the model can hear no more of it.
   */
  #runBehind(event: JournalEvent): OpenRun | undefined {
    const { type, runId } = event;
    if (this.#open.has(runId)) return undefined;
    const isLate = type === "async_result" || type === "tool_call_end";
    const toolCallId = type === "tool_call_start" ? event.parentId : isLate ? event.data.toolCallId : undefined;
    const run = toolCallId === undefined ? undefined : this.#runOf.get(toolCallId);
    return type === "async_result" || run?.fold.isOver === true ? run : undefined;
  }

  /** Takes up a run whose beginning was not heard: it begins with what is there of it. */
  join({ runId, seq, time }: JournalEvent): void {
    if (!this.#open.has(runId)) this.#open.set(runId, this.#newRun({ runId, seq, createdAt: time }));
  }

  /** The same for one of which the first event is known; `isSaid`: with what its user said. */
  takeUp(start: EventOf<"run_start">, isSaid: boolean): void {
    this.#begin(start, isSaid).frames.remember(start);
  }

  /** Whether a run has begun here and has not ended. */
  isOpen(runId: string): boolean {
    return this.#open.has(runId);
  }

  /** The run whose message has a call, once that has begun. */
  runOf(toolCallId: string): string | undefined {
    return this.#runOf.get(toolCallId)?.fold.runId;
  }

  /** A call as it is now, once it has begun. */
  call(toolCallId: string): ThreadCall | undefined {
    return this.#runOf.get(toolCallId)?.fold.call(toolCallId);
  }

  /** How many parts the newest message has; a user's has none. */
  get parts(): number {
    const newest = this.#messages.at(-1);
    return newest instanceof RunFold ? newest.parts : 0;
  }

  messages(): readonly ThreadMessage[] {
    return this.#messages.map((message) => (message instanceof RunFold ? message.storedMessage() : message));
  }

  /** What stands before the last user's words was shown with an earlier run. */
  #begin({ runId, seq, time: createdAt, data: { input, model } }: EventOf<"run_start">, isSaid = true): OpenRun {
    const last = input.at(-1);
    if (isSaid && last?.role === "user") {
      this.#messages.push({ role: "user", id: `${runId}:user`, content: last.content, createdAt });
    }
    const run = this.#newRun({ runId, seq, createdAt, model });
    this.#open.set(runId, run);
    return run;
  }

  #newRun({ seq, ...about }: RunFoldOptions & { readonly seq: number }): OpenRun {
    const frames = new RunFrames({ runId: about.runId, after: seq - 1, ...this.#options });
    const run = { frames, fold: new RunFold(about) };
    this.#messages.push(run.fold);
    return run;
  }
}

function tell({ frames, fold }: OpenRun, event: JournalEvent): void {
  for (const frame of frames.add(event)) fold.add(frame, event.time);
}

import { ActivityStream as Events, type StreamScope } from "../journal/activity-stream.ts";
import type { EventOf, EventType, JournalEvent } from "../journal/event.ts";
import type { Journal } from "../journal/journal.ts";
import type { ActivityStreamOptions } from "../journal/stream-options.ts";
import type { ToolResult } from "../result/tool-result.ts";
import { type FlatResult, toFlat } from "./flat-result.ts";

/** The event types of a class tool's calls, under the names that programs written for class tools use. */
export const ActivityEventType = {
  TOOL_CALL_START: "tool_call_start",
  TOOL_CALL_END: "tool_call_end",
  TOOL_OUTPUT_CHUNK: "tool_output_chunk",
  ERROR: "error",
} as const satisfies Record<string, EventType>;

/** One of {@link ActivityEventType}. */
export type ActivityEventType = (typeof ActivityEventType)[keyof typeof ActivityEventType];

type CallEnd = EventOf<"tool_call_end">;

/** The end of a call as a subscriber reads it: its result is what `execute` and `executeTool` give. */
export interface ToolCallEnd extends Omit<CallEnd, "data"> {
  readonly data: Omit<CallEnd["data"], "result"> & { readonly result: FlatResult };
}

/** What happened, as a subscriber of class tools reads it. */
export type ActivityEvent = Exclude<JournalEvent, CallEnd> | ToolCallEnd;

/** How the results of one tool read flat. */
export interface FlatView {
  readonly name: string;
  flatOf(result: ToolResult): FlatResult;
}

/** Who makes calls, and what it gives for their results. */
export interface FlatCaller {
  /** Whether the call is under way, and is its own. */
  made(toolCallId: string): boolean;
  flatOf(ended: CallEnd["data"]): FlatResult;
}

/** Calls `listener` with every later event of `type` (`"*"`: all). Returns the function that ends it. */
export interface Subscribe {
  (type: "tool_call_end", listener: (event: ToolCallEnd) => void): () => void;
  (type: "*", listener: (event: ActivityEvent) => void): () => void;
  <T extends EventType | "*">(type: T, listener: Parameters<typeof Events.prototype.subscribe<T>>[1]): () => void;
}

interface Scope extends StreamScope {
  readonly views: Map<string, FlatView>;
  readonly callers: Set<FlatCaller>;
}

/**
 * A stream whose subscribers read results as class tools return them, and a running call's output in the pieces in
 * which its tool emits it. What is stored is the same as on every other stream.
 */
export class ActivityStream extends Events {
  declare readonly subscribe: Subscribe;
  readonly #views: Map<string, FlatView>;
  readonly #callers: Set<FlatCaller>;

  constructor(journal?: Journal, options: ActivityStreamOptions = {}, scope?: Scope) {
    super(journal, { joinOutput: false, ...options }, scope);
    this.#views = scope?.views ?? new Map();
    this.#callers = scope?.callers ?? new Set();
  }

  /** From here on calls that `caller` has made are told as it reads them. */
  addCaller(caller: FlatCaller): void {
    this.#callers.add(caller);
  }

  /** From here on the results of this tool are told as it reads them. */
  addView(tool: FlatView): void {
    this.#views.set(tool.name, tool);
  }

  /** That a call has its turn is no news beside its start: class tools know nothing of it. */
  protected override shown(event: JournalEvent): JournalEvent | ToolCallEnd | undefined {
    if (event.type === "tool_call_running") return undefined;
    if (event.type !== "tool_call_end") return event;
    const { toolCallId, toolName, result } = event.data;
    const caller = [...this.#callers].find((one) => one.made(toolCallId));
    const flat = caller?.flatOf(event.data) ?? this.#views.get(toolName)?.flatOf(result) ?? toFlat(result);
    return { ...event, data: { ...event.data, result: flat } };
  }

  protected override scoped(scope: StreamScope): ActivityStream {
    return new ActivityStream(undefined, {}, { ...scope, views: this.#views, callers: this.#callers });
  }
}

import type { ActivityStream } from "./activity-stream.ts";
import type { EventOf, JournalEvent } from "./event.ts";
import { reportFailed } from "./listener-set.ts";

/** What a tool has to say to the user. */
export interface UserMessage {
  readonly text: string;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly runId: string;
}

/**
 * Calls `listener` with the `forUser` text of every call that is not silent, in the order of the calls, whatever ended
 * first; background results come when they come. One that throws or rejects is reported to the console. Returns the
 * function that ends it.
 */
export function onUserMessage(activity: ActivityStream, listener: (message: UserMessage) => void): () => void {
  const runs = new Map<string, CallOrder>();
  const orderOf = (runId: string): CallOrder => {
    const order = runs.get(runId) ?? new CallOrder(listener);
    runs.set(runId, order);
    return order;
  };
  return activity.listen("*", (event: JournalEvent) => {
    if (event.type === "tool_call_start") orderOf(event.runId).started(event.data.toolCallId);
    else if (event.type === "tool_call_end") orderOf(event.runId).ended(event.data.toolCallId, messageOf(event));
    else if (event.type === "async_result") tell(listener, messageOf(event));
    else if (event.type === "done") runs.delete(event.runId);
  });
}

/** The calls of one run, in the order in which they were seen. */
class CallOrder {
  readonly #listener: (message: UserMessage) => void;
  readonly #ends = new Map<string, { message?: UserMessage | undefined; ended: boolean }>();

  constructor(listener: (message: UserMessage) => void) {
    this.#listener = listener;
  }

  started(toolCallId: string): void {
    this.#ends.set(toolCallId, { ended: false });
  }

  ended(toolCallId: string, message: UserMessage | undefined): void {
    // A call that was resumed after a crash may have started before anyone listened.
    this.#ends.set(toolCallId, { message, ended: true });
    for (const [id, end] of this.#ends) {
      if (!end.ended) return;
      this.#ends.delete(id);
      tell(this.#listener, end.message);
    }
  }
}

/** A listener that fails must not keep the next message back. */
function tell(listener: (message: UserMessage) => void, message: UserMessage | undefined): void {
  if (message === undefined) return;
  try {
    const returned: unknown = listener(message);
    if (returned instanceof Promise) returned.catch(report);
  } catch (error) {
    report(error);
  }
}

function report(error: unknown): void {
  reportFailed("A listener of user messages", error);
}

/** What is shown is not silent, and not empty. */
function messageOf({ data, runId }: EventOf<"tool_call_end"> | EventOf<"async_result">): UserMessage | undefined {
  const { toolCallId, toolName, result } = data;
  const { forUser = "", silent } = result;
  return silent || forUser === "" ? undefined : { text: forUser, toolCallId, toolName, runId };
}

import { ActivityStream } from "../journal/activity-stream.ts";
import type { JournalEvent } from "../journal/event.ts";
import { onUserMessage } from "../journal/on-user-message.ts";
import type { Run } from "./run.ts";
import type { ToolLoopConfig } from "./tool-loop-config.ts";

/** What tools say to the user is read from the events of a run, so it needs a stream for them. */
export function withActivity(config: ToolLoopConfig): ToolLoopConfig {
  return config.activity === undefined ? { ...config, activity: new ActivityStream() } : config;
}

/**
 * Tells `onUserMessage` what the tools of this run, and of no other on the same stream, say to the user; of work that
 * goes on in the background, also after the run. Returns the function that says that the run is over.
 */
export function tellUser({ config, runId }: Run): () => void {
  const { activity, onUserMessage: tell } = config;
  if (activity === undefined || tell === undefined) return () => undefined;
  const work = new BackgroundWork(runId);
  const stopTelling = onUserMessage(activity, (message) =>
    message.runId === runId || work.isOwn(message.toolCallId) ? tell(message) : undefined,
  );
  let isOver = false;
  const stopIfSaid = () => {
    if (!isOver || !work.isSaid) return;
    stopTelling();
    stopWatching();
  };
  // Behind the one that tells: what ends the telling is told itself.
  const stopWatching = activity.listen("*", (event) => {
    work.hear(event);
    stopIfSaid();
  });
  return () => {
    isOver = true;
    stopIfSaid();
  };
}

/** The calls of a run that go on in the background, and which of them have said what came of it. */
class BackgroundWork {
  readonly #runId: string;
  readonly #isSaid = new Map<string, boolean>();

  constructor(runId: string) {
    this.#runId = runId;
  }

  get isSaid(): boolean {
    return [...this.#isSaid.values()].every((isSaid) => isSaid);
  }

  isOwn(toolCallId: string): boolean {
    return this.#isSaid.has(toolCallId);
  }

  hear({ type, data, runId }: JournalEvent): void {
    const isOwn = runId === this.#runId;
    if (type === "async_result" && (isOwn || this.isOwn(data.toolCallId))) this.#isSaid.set(data.toolCallId, true);
    // What comes of quick work may be told before its call has ended.
    if (type === "tool_call_end" && isOwn && data.result.async && !this.isOwn(data.toolCallId))
      this.#isSaid.set(data.toolCallId, false);
  }
}

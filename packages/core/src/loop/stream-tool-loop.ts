import { ActivityStream } from "../journal/activity-stream.ts";
import type { JournalEvent } from "../journal/event.ts";
import type { Message } from "../model/messages.ts";
import { mintId } from "../run/call-ids.ts";
import { conversationOf, startRun } from "./start-run.ts";
import type { ToolLoopConfig, ToolLoopResult } from "./tool-loop-config.ts";

/** A run under way: everything that happens, and how it ends. */
export interface ToolLoopStream {
  /** What the events of this run carry. */
  readonly runId: string;
  /** From `run_start` to `done`. A reader that falls far behind loses live events only. */
  readonly events: AsyncIterable<JournalEvent>;
  /** Settles once, whether `events` is read or not. */
  readonly final: Promise<ToolLoopResult>;
}

/** Like `runToolLoop`, with the events of the run as they happen. */
export function streamToolLoop(
  config: ToolLoopConfig,
  messages: readonly Message[],
  channel?: string,
  chatId?: string,
): ToolLoopStream {
  const activity = config?.activity ?? new ActivityStream();
  const after = activity.seq;
  const runId = mintId();
  const conversation = conversationOf(channel, chatId);
  const final = startRun({ config: { ...config, activity }, messages, conversation, runId });
  return { runId, events: eventsOf(activity, runId, after), final };
}

/** What was being read when the run began, until its `done`. */
async function* eventsOf(activity: ActivityStream, runId: string, after: number): AsyncGenerator<JournalEvent> {
  for await (const event of activity.follow({ after })) {
    yield event;
    if (event.type === "done" && event.runId === runId) return;
  }
}

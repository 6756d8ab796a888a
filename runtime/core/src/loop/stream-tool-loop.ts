import { readOnce } from "../async/read-once.ts";
import { ActivityStream } from "../journal/activity-stream.ts";
import type { JournalEvent } from "../journal/event.ts";
import { mintId } from "../model/call-ids.ts";
import type { Message } from "../model/messages.ts";
import { createSteerQueue, type MemorySteerQueue, type SteerHandle } from "../steer/create-steer-queue.ts";
import type { Said, SteerQueue } from "../steer/steer-queue.ts";
import type { ToolRecord } from "../tool/tool.ts";
import { beginRun, conversationOf } from "./begin-run.ts";
import type { ToolLoopConfig, ToolLoopResult } from "./tool-loop-config.ts";
import type { EventOfTools } from "./typed-run.ts";

/** A run under way: everything that happens, and how it ends. */
export interface ToolLoopStream<T extends ToolRecord = ToolRecord, O = unknown> {
  /** What the events of this run carry. */
  readonly runId: string;
  /**
   * From `run_start` to `done`, for one reader: a second one is refused. One that falls far behind loses live events
   * only.
   */
  readonly events: AsyncIterable<EventOfTools<T>>;
  /**
   * Says something to the run: it joins the next request, and a run that would have ended goes on. Throws a `TypeError`
   * for what is no message of a user, and where the configuration has a queue (`steering`) of another kind than
   * `createSteerQueue()`.
   */
  readonly steer: (said: Said, options?: { readonly id?: string }) => SteerHandle;
  /** Settles once, whether `events` is read or not. */
  readonly final: Promise<ToolLoopResult<O>>;
}

/** Like `runToolLoop`, with the events of the run as they happen. */
export function streamToolLoop<T extends ToolRecord = ToolRecord, O = unknown>(
  config: ToolLoopConfig<T, O>,
  messages: readonly Message[],
  channel?: string,
  chatId?: string,
): ToolLoopStream<T, O>;
export function streamToolLoop(
  config: ToolLoopConfig,
  messages: readonly Message[],
  channel?: string,
  chatId?: string,
): ToolLoopStream {
  const activity = config?.activity ?? new ActivityStream();
  const after = newest(activity);
  const runId = config?.durable?.runId ?? mintId();
  const conversation = conversationOf(channel, chatId);
  const steering = config?.steering ?? createSteerQueue();
  const final = beginRun({ config: { ...config, activity, steering }, messages, conversation, runId });
  if (config?.steering === undefined && isOwn(steering)) void final.then(() => steering.close());
  const events = readOnce(eventsOf({ activity, runId, after, final }), "The events of a run");
  return { runId, events, final, steer: (said, options) => ownQueue(steering).add(said, options) };
}

function isOwn(queue: SteerQueue): queue is MemorySteerQueue {
  return "add" in queue && typeof queue.add === "function";
}

function ownQueue(queue: SteerQueue): MemorySteerQueue {
  if (isOwn(queue)) return queue;
  throw new TypeError("The run takes from the queue of its configuration: say it there.");
}

/** The number after which the run's events come; of a journal that was not read yet, the last one that it holds. */
function newest(activity: ActivityStream): number | Promise<number> {
  const syncing = activity.sync();
  const seq = () => activity.seq;
  return syncing === undefined ? seq() : syncing.then(seq, seq);
}

interface StreamedRun {
  readonly activity: ActivityStream;
  readonly runId: string;
  readonly after: number | Promise<number>;
  readonly final: Promise<unknown>;
}

/** From the beginning of the run to its `done`; to the run's end where `done` could not be stored. */
async function* eventsOf({ activity, runId, after, final }: StreamedRun): AsyncGenerator<JournalEvent> {
  // A journal that never says where it ends keeps no reader longer than the run.
  const from = await Promise.race([after, final.then(() => activity.seq)]);
  for await (const event of activity.follow({ after: from, until: final })) {
    yield event;
    if (event.type === "done" && event.runId === runId) return;
  }
}

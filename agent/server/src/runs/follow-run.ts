import type { Conversation, EventOf, JournalEvent, Message } from "@toolwright/core";
import type { Store } from "@toolwright/store";
import { callIds } from "./call-ids.ts";
import { followElsewhere } from "./follow-elsewhere.ts";
import type { FollowedRun } from "./followed-run.ts";
import type { LiveThread } from "./live-thread.ts";

export interface FollowOptions {
  readonly store: Store;
  readonly conversation: Conversation;
  /** What this process has of the conversation. */
  readonly thread: LiveThread | undefined;
  /** Left out: from the beginning of the run. */
  readonly after?: number | undefined;
  /** The number of the first event of the run, where it need not be the newest one. */
  readonly from?: number;
  /** The beginning of a run that has just begun, so that nothing has to be read. */
  readonly begun?: EventOf<"run_start"> | undefined;
}

/**
 * The newest run as one reader sees it, or the one that begins at `from`; undefined when there is none, or nothing
 * comes after `after`.
 */
export async function followRun(options: FollowOptions): Promise<FollowedRun | undefined> {
  const { begun, conversation } = options;
  if (begun !== undefined) return followBegun(options, begun);
  if (options.from !== undefined) return followFrom(options, options.from);
  const events: JournalEvent[] = [];
  for await (const event of options.store.journal(conversation).lastRun()) events.push(event);
  const start = events.find((event) => event.type === "run_start" && event.parentId === undefined);
  if (start?.type !== "run_start") return undefined;
  const { runId } = start;
  const after = Math.max(options.after ?? 0, start.seq - 1);
  if (events.some((event) => event.type === "done" && event.runId === runId && event.seq <= after)) return undefined;
  return {
    threadId: conversation.chatId,
    runId,
    earlier: events.filter((event) => event.seq <= after),
    isTaken: isIn(start.data.input),
    ...reading(options, after),
  };
}

/** Its first event is at hand: a long history makes it more than is kept for readers, who would read it anew. */
function followBegun(options: FollowOptions, start: EventOf<"run_start">): FollowedRun {
  const { runId, seq, data } = start;
  const { batches, ...rest } = reading(options, seq);
  return {
    threadId: options.conversation.chatId,
    runId,
    earlier: [],
    isTaken: isIn(data.input),
    ...rest,
    after: seq - 1,
    batches: behind(start, batches),
  };
}

async function* behind(first: JournalEvent, batches: FollowedRun["batches"]): FollowedRun["batches"] {
  yield [first];
  yield* batches;
}

async function followFrom(options: FollowOptions, seq: number): Promise<FollowedRun | undefined> {
  const { store, conversation } = options;
  const { value: start } = await store
    .journal(conversation)
    .read(seq - 1)
    .next();
  if (start?.type !== "run_start") return undefined;
  const { runId, data } = start;
  return { threadId: conversation.chatId, runId, earlier: [], isTaken: isIn(data.input), ...reading(options, seq - 1) };
}

function reading(
  { store, conversation, thread }: FollowOptions,
  after: number,
): Pick<FollowedRun, "after" | "batches" | "isGathered" | "leave"> {
  const controller = new AbortController();
  const { signal } = controller;
  const run = thread?.run;
  const isGathered = thread !== undefined && run !== undefined;
  const batches = isGathered
    ? thread.activity.followBatches({ after, signal, until: run.ended, gather: nextTurn })
    : followElsewhere(store, conversation, { after, signal });
  return { after, batches, isGathered, leave: () => controller.abort() };
}

/** Events come several in one turn of the event loop: together they are one batch, one text and one write. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function isIn(messages: readonly Message[]): FollowedRun["isTaken"] {
  const ids = callIds(messages);
  return (toolCallId) => ids.has(toolCallId);
}

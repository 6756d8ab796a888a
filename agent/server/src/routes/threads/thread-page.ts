import type { EventOf, JournalEvent } from "@toolwright/core";
import type { StoredJournal } from "@toolwright/store";
import type { ThreadPage } from "@toolwright/view";
import { foldPage } from "@toolwright/view/internal";

/** Which part of a thread to show. */
export interface ThreadRange {
  /** Only events before this one: `before` of the page that follows. Default: the newest. */
  readonly before: number | undefined;
  /** Events after which the page takes no further step. */
  readonly limit: number;
  /** In place of the limit: the page begins with this event, which was `before` of an earlier answer. */
  readonly from?: number | undefined;
  /** The number of the newest event. */
  readonly lastSeq: number;
}

/** What a page is read from. */
export type PageSource = Pick<StoredJournal, "excerpt" | "runs">;

/** Characters of stored events after which a page takes no further step, and of one that was shown before. */
const PAGE_SIZE = 512 * 1024;
const SHOWN_SIZE = 4 * 1024 * 1024;

/**
 * Whole runs and whole steps of a thread, oldest first: it is never divided within a step, which may be longer than the
 * limit. No event long before the page is read.
 */
export async function threadPage(
  journal: PageSource,
  { before, limit, from, lastSeq }: ThreadRange,
): Promise<Pick<ThreadPage, "messages" | "later" | "before">> {
  // What is stored from now on comes to whoever follows from `lastSeq`.
  const end = Math.min(before ?? lastSeq + 1, lastSeq + 1);
  const goesOn = end > lastSeq ? undefined : await runAt(journal, end);
  const isFull = (count: number, size: number, first: number) =>
    from === undefined ? count >= limit || size >= PAGE_SIZE : first <= from || size >= SHOWN_SIZE;
  const { events, hasEarlier } = await eventsBefore(journal, end, isFull);
  const start = hasEarlier ? await startOfRest(journal, events[0]) : undefined;
  const isDivided = goesOn !== undefined && goesOn.seq < end;
  const folded = foldPage(events, {
    tellsReasons: true,
    hasEarlier,
    start,
    goesOn: isDivided ? goesOn.runId : undefined,
  });
  const [first] = events;
  return hasEarlier && first !== undefined ? { ...folded, before: first.seq } : folded;
}

/** Whether a page that holds so much, and begins with this event, needs no more. */
type IsFull = (count: number, size: number, first: number) => boolean;

async function eventsBefore(journal: PageSource, before: number, isFull: IsFull) {
  const events: JournalEvent[] = [];
  let size = 0;
  let hasStep = false;
  for await (const one of journal.excerpt({ before, newestFirst: true })) {
    const { event } = one;
    const first = events.at(-1);
    const isBorder = isOwn(first, "run_start") || (hasStep && isOwn(event, "step_end"));
    if (first !== undefined && isBorder && isFull(events.length, size, first.seq))
      return { events: events.reverse(), hasEarlier: true };
    events.push(event);
    size += one.size;
    // The end of a run stays with its last step, and what comes after it.
    if (isOwn(event, "step_start")) hasStep = true;
    if (isOwn(event, "run_start")) hasStep = false;
  }
  return { events: events.reverse(), hasEarlier: false };
}

/** Whether it is an event of a run that is no part of a call. */
function isOwn(event: JournalEvent | undefined, type: JournalEvent["type"]): boolean {
  return event?.type === type && event.parentId === undefined;
}

/** The run of which an event is, also where that is not its first. */
async function runAt(journal: PageSource, seq: number) {
  const [run] = await journal.runs({ before: seq + 1, limit: 1 });
  return run;
}

async function startOfRest(journal: PageSource, first: JournalEvent | undefined) {
  if (first === undefined || isOwn(first, "run_start")) return undefined;
  const run = await runAt(journal, first.seq);
  if (run === undefined) return undefined;
  for await (const { event } of journal.excerpt({ after: run.seq - 1, before: run.seq + 1 }))
    if (event.type === "run_start") return event satisfies EventOf<"run_start">;
  return undefined;
}

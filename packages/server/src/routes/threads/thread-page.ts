import type { JournalEvent } from "@toolwright/core";
import type { StoredJournal } from "@toolwright/durable";
import type { ThreadMessage } from "./thread-message.ts";
import { threadMessages } from "./thread-messages.ts";

/** Which runs of a thread to show. */
export interface ThreadRange {
  /** Only events before this one: `before` of the page that follows. */
  readonly before: number;
  /** Runs at most. */
  readonly limit: number;
}

/** Whole runs of a thread, oldest first. */
export interface ThreadPage {
  readonly messages: readonly ThreadMessage[];
  /** Where the page before this one ends; left out when this is the beginning. */
  readonly before?: number;
}

/** Characters of stored events after which a page takes no further run. */
const PAGE_SIZE = 4 * 1024 * 1024;

/** One page of a thread. No event outside of it is read. */
export async function threadPage(journal: StoredJournal, { before, limit }: ThreadRange): Promise<ThreadPage> {
  const runs = journal.runs({ before, limit: limit + 1 });
  const page: JournalEvent[][] = [];
  let size = 0;
  let end = before;
  for (const { seq } of runs.slice(0, limit)) {
    const events: JournalEvent[] = [];
    for await (const one of journal.excerpt({ after: seq - 1, before: end })) {
      events.push(one.event);
      size += one.size;
    }
    page.push(events);
    end = seq;
    if (size >= PAGE_SIZE) break;
  }
  const messages = threadMessages(page.reverse().flat());
  return page.length < runs.length ? { messages, before: end } : { messages };
}

import type { Conversation, JournalEvent } from "@toolwright/core";
import type { Store, StoredJournal } from "@toolwright/store";
import { foldThread, type ThreadMessage, type ThreadPage } from "@toolwright/view";

/** Messages with what people think of them. */
export async function withRatings(
  { ratings }: Pick<Store, "ratings">,
  conversation: Conversation,
  messages: readonly ThreadMessage[],
): Promise<readonly ThreadMessage[]> {
  const listed = await ratings.list({ conversation, limit: 1_000 });
  const byRun = new Map(
    listed.map(({ runId, thumb, note }) => [runId, { thumb, ...(note !== undefined && { note }) }]),
  );
  return messages.map((message) => {
    const rating = message.role === "assistant" ? byRun.get(message.runId) : undefined;
    return rating === undefined ? message : { ...message, rating };
  });
}

/** Which runs of a thread to show. */
export interface ThreadRange {
  /** Only events before this one: `before` of the page that follows. */
  readonly before: number;
  /** Runs at most. */
  readonly limit: number;
}

/** Characters of stored events after which a page takes no further run. */
const PAGE_SIZE = 4 * 1024 * 1024;

/** Whole runs of a thread, oldest first. No event outside of the page is read. */
export async function threadPage(
  journal: StoredJournal,
  { before, limit }: ThreadRange,
): Promise<Pick<ThreadPage, "messages" | "before">> {
  const runs = await journal.runs({ before, limit: limit + 1 });
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
  const messages = foldThread(page.reverse().flat(), { tellsReasons: true });
  return page.length < runs.length ? { messages, before: end } : { messages };
}

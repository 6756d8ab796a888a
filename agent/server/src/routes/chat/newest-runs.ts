import type { JournalEvent } from "@toolwright/core";
import type { StoredJournal } from "@toolwright/store";
import { foldThread, type ThreadMessage } from "@toolwright/view";

/** Runs at most. */
const RUNS = 200;
/** Characters of stored events after which no further run is taken. */
const SIZE = 4 * 1024 * 1024;

/** The newest runs until an event, whole, oldest first: for clients that ask once, and know no pages. */
export async function newestRuns(journal: StoredJournal, seq: number): Promise<readonly ThreadMessage[]> {
  const taken: JournalEvent[][] = [];
  let size = 0;
  let before = seq + 1;
  for (const run of await journal.runs({ before, limit: RUNS })) {
    const events: JournalEvent[] = [];
    for await (const one of journal.excerpt({ after: run.seq - 1, before })) {
      events.push(one.event);
      size += one.size;
    }
    taken.push(events);
    before = run.seq;
    if (size >= SIZE) break;
  }
  return foldThread(taken.reverse().flat(), { tellsReasons: true });
}

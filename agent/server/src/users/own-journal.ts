import type { StoredJournal } from "@toolwright/store";

/** A journal as one user sees it: that of somebody else's thread has nothing, and takes nothing. */
export function ownJournal(journal: StoredJournal, isOwn: () => Promise<boolean>): StoredJournal {
  async function* ifOwn<T>(events: () => AsyncIterable<T>): AsyncGenerator<T> {
    if (await isOwn()) yield* events();
  }
  return {
    ...(journal.keepsOrder !== undefined && { keepsOrder: journal.keepsOrder }),
    async append(event) {
      if (!(await isOwn())) throw new Error("Nothing is stored in a thread of another user.");
      await journal.append(event);
    },
    read: (after) => ifOwn(() => journal.read(after)),
    excerpt: (range) => ifOwn(() => journal.excerpt(range)),
    runs: async (range) => ((await isOwn()) ? journal.runs(range) : []),
    lastRun: () => ifOwn(() => journal.lastRun()),
    history: async () => ((await isOwn()) ? journal.history() : undefined),
    lastSeq: async () => ((await isOwn()) ? journal.lastSeq() : 0),
    follow: (options) => ifOwn(() => journal.follow(options)),
  };
}

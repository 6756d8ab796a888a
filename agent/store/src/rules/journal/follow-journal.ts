import type { JournalEvent } from "@toolwright/core";
import type { ChangeWatch } from "../../port/changes.ts";
import type { FollowOptions } from "../../port/journal.ts";
import type { MaybePromise } from "../../port/maybe-promise.ts";

/** What is new in a conversation. */
export interface News {
  /** Undefined where there is no conversation. */
  readonly thread: number | undefined;
  readonly events: AsyncIterable<JournalEvent>;
  /** There may be more already. */
  readonly isCut: boolean;
}

/** What a store says to whoever follows a journal. */
export interface FollowStatements {
  watch(): ChangeWatch;
  newsAfter(seq: number): MaybePromise<News>;
}

/**
 * The events after a number, then those to come, until `signal` is aborted or the thread is another one: looks, then
 * waits.
 */
export async function* followJournal(
  statements: FollowStatements,
  { after = 0, signal }: FollowOptions = {},
): AsyncGenerator<JournalEvent> {
  let cursor = after;
  let followed: number | undefined;
  const watch = statements.watch();
  // A reader that has left may never ask for the end.
  signal?.addEventListener("abort", watch.stop, { once: true });
  try {
    while (signal?.aborted !== true) {
      const { thread, events, isCut } = await statements.newsAfter(cursor);
      followed ??= thread;
      if (thread !== followed) return;
      for await (const event of events) {
        yield event;
        cursor = event.seq;
        if (signal?.aborted) return;
      }
      // What was stored meanwhile has been told of meanwhile.
      if (!isCut) await watch.changed(signal);
    }
  } finally {
    watch.stop();
    signal?.removeEventListener("abort", watch.stop);
  }
}

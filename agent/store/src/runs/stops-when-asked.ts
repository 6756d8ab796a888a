import { setTimeout as pause } from "node:timers/promises";
import type { Conversation } from "@toolwright/core";
import type { Store } from "../port/store.ts";
import { isToStop } from "../turn/turn-lease.ts";

/** Milliseconds between two looks at least: commits come by the thousand. */
const REST_MS = 25;

/** Aborted when somebody asks the store to stop the run of a conversation, until `ended`. */
export function stopsWhenAsked(
  store: Pick<Store, "changes" | "threads">,
  conversation: Conversation,
  ended: AbortSignal,
): AbortSignal {
  const stop = new AbortController();
  void watch(store, conversation, { ended, stop });
  return stop.signal;
}

async function watch(
  store: Pick<Store, "changes" | "threads">,
  conversation: Conversation,
  { ended, stop }: { readonly ended: AbortSignal; readonly stop: AbortController },
): Promise<void> {
  const changes = store.changes.watch();
  try {
    while (!ended.aborted && !stop.signal.aborted) {
      if (await isToStop(store, conversation)) stop.abort();
      await changes.changed(AbortSignal.any([ended, stop.signal]));
      await pause(REST_MS, undefined, { ref: false });
    }
  } catch {
    // A store that cannot be read stores nothing either: the run ends by that.
  } finally {
    changes.stop();
  }
}

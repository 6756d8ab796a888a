import type { Conversation } from "@toolwright/core";
import type { Store } from "@toolwright/store";

/** Forks of forks that are followed back. */
const MOST = 100;

/**
 * The threads that a fork came from, the nearest first; the last one may be gone by now. None for a thread that is no
 * fork.
 */
export async function ancestorsOf({ threads }: Store, conversation: Conversation): Promise<readonly Conversation[]> {
  const found: Conversation[] = [];
  let next = (await threads.get(conversation))?.forkedFrom?.conversation;
  while (next !== undefined && found.length < MOST) {
    found.push(next);
    next = (await threads.get(next))?.forkedFrom?.conversation;
  }
  return found;
}

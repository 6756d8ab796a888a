import { type Conversation, createScrubber, type Message } from "@toolwright/core";
import { scrubMessage } from "@toolwright/core/internal";
import type { Store, Threads } from "@toolwright/store";
import { runsOf, saidIn } from "./find-thread.ts";

/** Threads that begin alike of which the newest are looked at. */
const ALIKE = 100;

/** What a client says of the place from which it goes on. */
export interface WantedPlace {
  readonly channel: string;
  /** What the client calls the conversation, and its first thread therefore, too. */
  readonly id: string;
  /** The thread that it was told of with the last answer. */
  readonly threadId?: string | undefined;
  /** The run of the answer before what it says now. */
  readonly lastRun?: string | undefined;
  /** The first message that it repeats. */
  readonly first?: Message | undefined;
  /**
   * What it says now comes in the place of something that was said before; a message: where the thread begins with it.
   */
  readonly isAgain: boolean | Message;
}

/** Where a client goes on; `before`: a fork, which does not hold this run. */
export interface Place {
  readonly conversation: Conversation;
  readonly before?: string;
}

/**
 * The thread that a client goes on with: the one that holds the answer which it has read last, whatever became of its
 * name. `new`: a thread of the client's name is to be made; `unknown`: nothing here fits what the client repeats.
 */
export async function findPlace(store: Store, wanted: WantedPlace): Promise<Place | "new" | "unknown"> {
  const { channel, id, lastRun, isAgain } = wanted;
  const named = await store.threads.get({ channel, chatId: id });
  if (lastRun === undefined) {
    if (named === undefined) return "new";
    const isFirst = typeof isAgain === "boolean" ? isAgain : await beginsWith(store, named.conversation, isAgain);
    return isFirst ? after(store, named.conversation, undefined) : { conversation: named.conversation };
  }
  for (const conversation of await candidates(store, wanted)) {
    const place = await after(store, conversation, lastRun);
    if (place !== undefined) return place;
  }
  return named === undefined || isAgain === true ? "unknown" : { conversation: named.conversation };
}

async function candidates(
  { threads }: Store,
  { channel, id, threadId, first }: WantedPlace,
): Promise<readonly Conversation[]> {
  const named = [threadId, id].flatMap((chatId) => (chatId === undefined ? [] : [{ channel, chatId }]));
  return [...named, ...(first === undefined ? [] : await begunWith(threads, channel, first))];
}

async function after(store: Store, conversation: Conversation, lastRun: undefined): Promise<Place>;
async function after(store: Store, conversation: Conversation, lastRun: string): Promise<Place | undefined>;
/** The place after a run, or before all of them; undefined for a thread that does not hold the run. */
async function after(
  store: Store,
  conversation: Conversation,
  lastRun: string | undefined,
): Promise<Place | undefined> {
  const journal = store.journal(conversation);
  const runs = (await runsOf(journal)).reverse();
  const last = runs.findIndex(({ runId }) => runId === lastRun);
  if (lastRun !== undefined && last < 0) return undefined;
  for (const run of runs.slice(last + 1))
    if ((await saidIn(journal, run)) !== undefined) return { conversation, before: run.runId };
  return { conversation };
}

/** Threads whose first message this is, as it is stored: a key that somebody pasted is masked there. */
async function begunWith(threads: Threads, channel: string, said: Message): Promise<readonly Conversation[]> {
  const message = scrubMessage(said, createScrubber([]));
  return (await threads.begunWith({ channel, message, limit: ALIKE })).map(({ conversation }) => conversation);
}

async function beginsWith({ threads }: Store, { channel, chatId }: Conversation, said: Message): Promise<boolean> {
  return (await begunWith(threads, channel, said)).some((alike) => alike.chatId === chatId);
}

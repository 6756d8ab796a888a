import { isDeepStrictEqual } from "node:util";
import { createScrubber, type Message } from "@toolwright/core";
import { contentParts, scrubMessage } from "@toolwright/core/internal";
import type { Store, StoredJournal, StoredRun } from "@toolwright/store";
import { userMessageOf } from "./chat-body.ts";

/** Threads that begin alike of which the newest are compared: a look costs the same however many there are. */
const ALIKE = 100;
/** Runs that are listed at once. */
const PAGE = 1_000;

type ClientMessage = Readonly<Record<string, unknown>>;

/** Where a client goes on that repeats what was said. */
export interface FoundThread {
  readonly id: string;
  /**
   * The first run of the thread that the client has left out, as after an edit: what it says now comes in its place.
   */
  readonly before?: string;
}

/** What a client repeats, and where it said that. */
export interface Repeated {
  readonly channel: string;
  /** The last one is what it says now. */
  readonly messages: readonly ClientMessage[];
}

/**
 * The thread that a client goes on with which has an id of its own and repeats the history: the newest in which exactly
 * that was said, or else the newest in which more was said after it. Undefined where there is none. Threads with the
 * same history are the same to whoever has said it.
 */
export async function findThread(
  store: Pick<Store, "threads" | "journal">,
  { channel, messages }: Repeated,
): Promise<FoundThread | undefined> {
  // As it is stored: a key that somebody pasted is masked there.
  const scrubber = createScrubber([]);
  const said = messages.slice(0, -1).flatMap((message) => {
    const given = userMessageOf(message);
    return given === undefined ? [] : [scrubMessage(given, scrubber)];
  });
  const [first] = said;
  if (first === undefined) return undefined;
  let longer: FoundThread | undefined;
  for (const { conversation } of await store.threads.begunWith({ channel, message: first, limit: ALIKE })) {
    const compared = await compare(store.journal(conversation), said);
    if (compared === undefined) continue;
    const { before } = compared;
    if (before === undefined) return { id: conversation.chatId };
    longer ??= { id: conversation.chatId, before };
  }
  return longer;
}

/** Undefined where something else was said; with the next run where more was said. */
async function compare(
  journal: StoredJournal,
  said: readonly Message[],
): Promise<{ readonly before?: string } | undefined> {
  let place = 0;
  for (const run of (await runsOf(journal)).reverse()) {
    const stored = await saidIn(journal, run);
    if (stored === undefined) continue;
    const message = said[place];
    if (message === undefined) return { before: run.runId };
    if (!isDeepStrictEqual(contentParts(message), contentParts(stored))) return undefined;
    place += 1;
  }
  return place === said.length ? {} : undefined;
}

/** All runs of a thread, newest first. */
export async function runsOf(journal: StoredJournal): Promise<StoredRun[]> {
  const runs: StoredRun[] = [];
  for (;;) {
    const page = await journal.runs({ before: runs.at(-1)?.seq, limit: PAGE });
    runs.push(...page);
    if (page.length < PAGE) return runs;
  }
}

/** What a person said to begin a run; undefined for one that began otherwise. No other event of the run is read. */
export async function saidIn(journal: StoredJournal, { seq }: StoredRun): Promise<Message | undefined> {
  for await (const { event } of journal.excerpt({ after: seq - 1, before: seq + 1 })) {
    const last = event.type === "run_start" ? event.data.input.at(-1) : undefined;
    return last?.role === "user" ? last : undefined;
  }
  return undefined;
}

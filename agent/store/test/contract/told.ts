import type { Conversation } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { type Told, toldBy, type Way, wronglyTold } from "../../../../runtime/core/test/told/told-by.ts";
import { WatchedJournal } from "../../../../runtime/core/test/told/watched-journal.ts";
import type { Lease, Store } from "../../src/index.ts";
import { all, fresh, type StoreUnderTest, two, warning } from "./under-test.ts";

const WAYS: readonly Way[] = ["runToolLoop", "execAll"];

/** Every place in such a run where an event is stored, and one more. */
const PLACES = Array.from({ length: 18 }, (_, n) => n + 1);
/** Bytes that a conversation may have: less than the run begins with, and more than it needs. */
const LIMITS = Array.from({ length: 16 }, (_, n) => 600 + n * 700);

/** What another process does to a run of this one. */
const TAKEOVERS: Readonly<Record<string, (other: Store, conversation: Conversation, lease: Lease) => unknown>> = {
  async "written into"(other, conversation) {
    const journal = other.journal(conversation);
    await journal.append(warning((await journal.lastSeq()) + 1));
  },
  async "taken over"(other, conversation, lease) {
    await lease.release();
    return other.leases.acquire(conversation);
  },
};

/** What a run tells, where its store does not take every event. */
export function toldContract(of: StoreUnderTest): void {
  describe("a run tells of no success that is not stored", () => {
    it.each(WAYS.flatMap((way) => Object.keys(TAKEOVERS).map((what) => [what, way] as const)))(
      "where it is %s by another process at any event (%s)",
      async (what, way) => {
        const [store, other] = await two(of);
        const told = await toldAnywhere(way, store, async (conversation) => {
          const lease = await store.leases.acquire(conversation);
          if (lease === undefined) throw new Error("The lease of a new conversation is free.");
          const disturb = () => TAKEOVERS[what]?.(other, conversation, lease);
          return { journal: store.journal(conversation, { lease }), disturb };
        });
        expectRight(told);
      },
    );

    it.each(WAYS)("where its conversation is full at any event (%s)", async (way) => {
      const told: Told[] = [];
      for (const conversationBytes of LIMITS) {
        const store = await fresh(of, { conversationBytes });
        told.push(await toldBy(way, new WatchedJournal(store.journal(conversationOf(conversationBytes)))));
      }
      expectRight(told);
    });
  });
}

interface Disturbed {
  readonly journal: ReturnType<Store["journal"]>;
  disturb(): unknown;
}

/** What is told of one run for each place in which it is disturbed, each in a conversation of its own. */
export async function toldAnywhere(
  way: Way,
  store: Store,
  begin: (conversation: Conversation) => Promise<Disturbed>,
): Promise<readonly Told[]> {
  const told: Told[] = [];
  for (const at of PLACES) {
    const conversation = conversationOf(at);
    const { journal, disturb } = await begin(conversation);
    const watched = new WatchedJournal(journal, { at, disturb });
    told.push(await toldBy(way, watched));
    const held = new Set((await all(store.journal(conversation).read())).map(({ seq }) => seq));
    expect(watched.stored.filter(({ seq }) => !held.has(seq))).toEqual([]);
  }
  return told;
}

function conversationOf(number: number): Conversation {
  return { channel: "web", chatId: `run ${number}` };
}

/** Nothing was told wrongly, in runs that failed and in runs that did not. */
export function expectRight(told: readonly Told[]): void {
  expect(told.flatMap((each, n) => wronglyTold(each).map((wrong) => `${n}: ${wrong}`))).toEqual([]);
  expect(new Set(told.map(({ hasFailed }) => hasFailed))).toEqual(new Set([true, false]));
}

import type { JournalEvent } from "@toolwright/core";
import { openStore } from "@toolwright/store";
import { describe, expect, it, onTestFinished } from "vitest";
import { ownStore } from "./own-store.ts";

const HERS = { channel: "web", chatId: "hers" };
const NOBODYS = { channel: "web", chatId: "nobodys" };
const NOWHERE = { channel: "web", chatId: "nowhere" };
const said = { role: "user", content: "Hello." } as const;
const about = { id: "e", time: 1, runId: "r" };
const START: JournalEvent = { ...about, seq: 1, type: "run_start", data: { input: [said], model: "m" } };
const ended = { stopReason: "stop", iterations: 1, usage: { inputTokens: 1, outputTokens: 1 } } as const;
const END: JournalEvent = { ...about, seq: 2, type: "done", data: ended };

/** A thread of another user and one of nobody, each with a run that a request has begun, and views of the store. */
async function stores() {
  const store = openStore({ file: ":memory:" });
  onTestFinished(() => store.close());
  for (const conversation of [HERS, NOBODYS]) {
    store.threads.create({ ...conversation, title: "T", ...(conversation === HERS && { owner: "web/her" }) });
    const request = { key: `key of ${conversation.chatId}`, hash: "h" };
    const lease = store.leases.acquire(conversation);
    const journal = store.journal(conversation, { request, ...(lease && { lease }) });
    for (const event of [START, END]) await journal.append(event);
    lease?.release();
    store.threads.configure(conversation, { secret: true });
  }
  return { store, mine: ownStore(store, { owner: "web/me" }), hers: ownStore(store, { owner: "web/her" }) };
}

type Own = ReturnType<typeof ownStore>;

async function all(events: AsyncIterable<unknown>): Promise<unknown[]> {
  const found = [];
  for await (const event of events) found.push(event);
  return found;
}

/** What a user is told of a conversation, by everything that a store says of one. */
async function toldOf({ threads, journal }: Own, conversation: typeof HERS): Promise<unknown> {
  const record = journal(conversation);
  const { channel, chatId } = conversation;
  return [
    await threads.get(conversation),
    await threads.settings(conversation),
    await threads.usage(conversation),
    await threads.fork({ from: conversation }),
    await threads.begunBy({ channel, key: `key of ${chatId}` }),
    await all(record.read()),
    await all(record.excerpt()),
    await all(record.lastRun()),
    await record.runs(),
    await record.lastSeq(),
    await threads.rename(conversation, "Other"),
    await threads.mark(conversation, { pinned: true }),
    await threads.configure(conversation, {}),
    await threads.addUsage(conversation, ended.usage),
    await threads.requestStop(conversation),
    await threads.retry(conversation),
    await threads.delete(conversation),
  ];
}

describe("a store as one user sees it", () => {
  it("says of threads of others and of nobody what it says of none, and changes nothing of them", async () => {
    const { store, mine, hers } = await stores();
    const none = await toldOf(mine, NOWHERE);
    for (const conversation of [HERS, NOBODYS]) expect(await toldOf(mine, conversation)).toEqual(none);
    expect(await toldOf(hers, NOBODYS)).toEqual(none);
    expect(store.threads.get(HERS)).toMatchObject({ title: "T", lastSeq: 2 });
    expect(store.threads.get(HERS)).not.toHaveProperty("pinned");
    expect(store.threads.settings(HERS)).toEqual({ secret: true });
    expect(await toldOf(hers, HERS)).not.toEqual(none);
  });

  it("finds nothing of others in lists, and takes none of their names", async () => {
    const { store, mine } = await stores();
    const range = { channel: "web" };
    expect((await mine.threads.list(range)).threads).toEqual([]);
    expect((await mine.threads.search({ ...range, words: "Hello" })).found).toEqual([]);
    expect(await mine.threads.begunWith({ ...range, message: said })).toEqual([]);
    expect(await mine.threads.open({})).toEqual([]);
    for (const conversation of [HERS, NOBODYS])
      await expect(Promise.resolve(mine.threads.create(conversation))).rejects.toMatchObject({ code: "conflict" });
    const { conversation } = await mine.threads.create({ channel: "web" });
    expect(store.threads.get(conversation)).toMatchObject({ owner: "web/me" });
    expect(await mine.threads.trim({ ...range, keep: 0 })).toBe(1);
    expect(store.threads.list(range).threads).toHaveLength(2);
  });

  it("stores no event in a journal of others", async () => {
    const { store, mine } = await stores();
    await expect(mine.journal(HERS).append({ ...START, seq: 3, runId: "s" })).rejects.toThrow(/another user/);
    expect(store.journal(HERS).lastSeq()).toBe(2);
  });
});

import { describe, expect, it, onTestFinished } from "vitest";
import { warning } from "../../../../../runtime/core/test/journal-contract.ts";
import { alice, bob, freshStore, pay, question } from "../../../test/making.ts";
import { openStore, type SqliteStore } from "../open-store.ts";

/** The conversations that a piece of work changes, as another process sees it. */
async function changedBy(store: SqliteStore, work: () => unknown): Promise<readonly string[]> {
  const other = openStore({ file: store.file });
  onTestFinished(() => other.close());
  const before = other.changes.last();
  await work();
  const { conversations, isWhole, last } = other.changes.since(before);
  expect(isWhole).toBe(true);
  expect(other.changes.since(last).conversations).toEqual([]);
  return conversations.map(({ chatId }) => chatId);
}

describe("the changes of a store", () => {
  it("name threads in which something is asked or answered", async () => {
    const store = freshStore();
    const { approvals } = store;
    store.threads.create(alice);
    store.threads.create(bob);
    const stop = new AbortController();
    let asked: Promise<unknown> | undefined;
    const asking = () => void (asked = approvals.approver(alice).approve(question("q"), pay, stop.signal));
    expect(await changedBy(store, asking)).toEqual(["alice"]);
    expect(await changedBy(store, () => approvals.claim({ approvalId: "q", approve: true }))).toEqual(["alice"]);
    await asked;
  });

  it("say when not all of them are known any more", () => {
    const store = freshStore();
    store.threads.create(alice);
    const before = store.changes.last();
    for (let n = 0; n < 10_001; n += 1) store.threads.rename(alice, String(n));
    expect(store.changes.since(before)).toMatchObject({ isWhole: false, conversations: [alice] });
    expect(store.changes.since(store.changes.last())).toMatchObject({ isWhole: true });
  });

  it("wake who waits for them", async () => {
    const store = freshStore();
    const other = openStore({ file: store.file, pollMs: 10 });
    onTestFinished(() => other.close());
    other.changes.last();
    const woken = other.changes.wait();
    await store.journal(alice).append(warning(1));
    await woken;
    await other.changes.wait(AbortSignal.abort());
  });
});

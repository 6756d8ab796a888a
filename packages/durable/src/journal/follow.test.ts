import { describe, expect, it, onTestFinished } from "vitest";
import { warning } from "../../../core/test/journal-contract.ts";
import { alice, freshStore } from "../../test/making.ts";
import { openStore } from "../open-store.ts";
import type { SqliteJournal } from "./stored-journal.ts";

async function take(journal: SqliteJournal, count: number, after?: number): Promise<number[]> {
  const seqs: number[] = [];
  const reading = new AbortController();
  for await (const { seq } of journal.follow({ signal: reading.signal, ...(after === undefined ? {} : { after }) })) {
    seqs.push(seq);
    if (seqs.length === count) reading.abort();
  }
  return seqs;
}

describe("following a stored journal", () => {
  it("gives what is there, then what this process adds", async () => {
    const store = freshStore({ pollMs: 60_000 });
    const journal = store.journal(alice);
    await journal.append(warning(1));
    const followed = take(store.journal(alice), 3);
    for (const seq of [2, 3]) await journal.append(warning(seq));
    expect(await followed).toEqual([1, 2, 3]);
  });

  it("gives what another connection adds, whenever that happens", async () => {
    const store = freshStore();
    const other = openStore({ file: store.file });
    onTestFinished(() => other.close());
    const journal = other.journal(alice);
    const followed = take(store.journal(alice), 30, 2);
    for (let seq = 1; seq <= 32; seq += 1) {
      await journal.append(warning(seq));
      if (seq % 8 === 0) await new Promise((resolve) => setTimeout(resolve, 15));
    }
    expect(await followed).toEqual(Array.from({ length: 30 }, (_, index) => index + 3));
  });

  it("ends when the thread is deleted", async () => {
    const store = freshStore();
    await store.journal(alice).append(warning(1));
    const followed = store.journal(alice).follow();
    expect(await followed.next()).toMatchObject({ value: { seq: 1 } });
    const ended = followed.next();
    store.threads.delete(alice);
    expect(await ended).toEqual({ done: true, value: undefined });
  });

  it("begins where nothing is yet", async () => {
    const store = freshStore();
    const followed = take(store.journal(alice), 1);
    await store.journal(alice).append(warning(4));
    expect(await followed).toEqual([4]);
  });

  it("ends when its signal is aborted, also while it waits, and with `closed` when the store is", async () => {
    const store = freshStore();
    const reading = new AbortController();
    const first = store.journal(alice).follow({ signal: reading.signal }).next();
    reading.abort();
    expect(await first).toEqual({ done: true, value: undefined });
    const second = store.journal(alice).follow().next();
    store.close();
    await expect(second).rejects.toMatchObject({ code: "closed" });
  });
});

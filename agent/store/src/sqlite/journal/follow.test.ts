import { describe, expect, it } from "vitest";
import { warning } from "../../../../../runtime/core/test/journal-contract.ts";
import { alice, freshStore } from "../../../test/making.ts";
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

  it("begins where nothing is yet", async () => {
    const store = freshStore();
    const followed = take(store.journal(alice), 1);
    await store.journal(alice).append(warning(4));
    expect(await followed).toEqual([4]);
  });
});

import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { runStart } from "../../../test/contract/under-test.ts";
import { alice, freshFile, freshStore } from "../../../test/making.ts";
import { openStore } from "../../index.ts";
import { comparedWords, searchTerms } from "../../rules/search/words.ts";
import { openDatabase } from "../database/open-database.ts";
import { searchThreads } from "./search-threads.ts";

const LIMITS = { busyTimeoutMs: 5_000, maxBytes: 1e9 };
/** A short term begins a word. */
const stands = (term: string, words: string) => words.includes([...term].length < 3 ? ` ${term}` : term);
const piece = fc.string({
  unit: fc.constantFrom("a", "b", "A", "é", " ", "-", "日", "会", "_", '"', "1"),
  maxLength: 12,
});

describe("a search in SQLite", () => {
  it("finds the same with an index and without, and what reading the texts finds", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 5 }), piece, async (texts, query) => {
        const file = freshFile();
        const store = openStore({ file });
        for (const [index, text] of texts.entries()) {
          await store.journal({ channel: "web", chatId: `t${index}` }).append(runStart(1, "r", [text]));
        }
        const indexed = await store.threads.search({ channel: "web", words: query });
        store.close();
        const database = openDatabase({ file, ...LIMITS });
        expect(database.hasParts).toBe(true);
        database.hasParts = false;
        const read = await searchThreads(database, { channel: "web", words: query }, Date.now);
        database.close();
        const terms = searchTerms(query);
        const holds = (text: string) => terms.every((term) => stands(term, ` ${comparedWords(text)}`));
        const wanted = texts.flatMap((text, index) => (terms.length > 0 && holds(text) ? [`t${index}`] : []));
        const ids = (found: typeof read) => found.found.map(({ thread }) => thread.conversation.chatId).toSorted();
        expect([ids(indexed), ids(read)]).toEqual([wanted, wanted]);
      }),
      { numRuns: 40 },
    );
  });

  it("goes on where a program without an index has searched", async () => {
    const file = freshFile();
    const before = openStore({ file });
    await before.journal(alice).append(runStart(1, "r", ["written before"]));
    before.close();
    const without = openDatabase({ file, ...LIMITS });
    without.hasParts = false;
    expect((await searchThreads(without, { channel: "web", words: "written" }, Date.now)).found).toHaveLength(1);
    without.close();
    const store = openStore({ file });
    onTestFinished(() => store.close());
    expect((await store.threads.search({ channel: "web", words: "written" })).found).toHaveLength(1);
    expect(store.threads.delete(alice)).toBe("deleted");
  });

  it("reads an event once, however often somebody searches", async () => {
    const store = freshStore();
    for (let seq = 1; seq <= 450; seq++) await store.journal(alice).append(runStart(seq, `r${seq}`, [`word${seq}`]));
    const search = () => store.threads.search({ channel: "web", words: "word450" });
    expect((await search()).found).toMatchObject([{ seq: 450 }]);
    expect((await search()).found).toHaveLength(1);
    const database = openDatabase({ file: store.file, ...LIMITS });
    onTestFinished(() => database.close());
    expect(database.first("SELECT count(*) AS n FROM said")).toEqual({ n: 450 });
  });
});

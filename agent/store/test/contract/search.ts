import type { JournalEvent } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import type { FoundThread, Store } from "../../src/index.ts";
import { alice, bob, done, fresh, runStart, type StoreUnderTest, two } from "./under-test.ts";

/** Threads: which of them say something, which are pinned, and which are put away. */
export function searchContract(of: StoreUnderTest): void {
  describe("a search", () => {
    it("finds what was said and answered, by pieces of words in any order, and says where", async () => {
      const [one, other] = await two(of);
      await talk(one, {
        ...alice,
        said: "Why does the Größentest fail in src/app.js?",
        answer: "The parser is off by one.",
      });
      await talk(one, { ...bob, said: "Bake bread", answer: "Flour, water, salt." });
      expect(names(await other.threads.search({ channel: "web", words: "grossen parse" }))).toEqual([]);
      const found = await other.threads.search({ channel: "web", words: "PARSE großentest" });
      expect(names(found)).toEqual(["alice"]);
      expect(found.found[0]?.excerpt).toContain("Größentest");
      expect(found.found[0]?.seq).toBe(1);
      expect(names(await other.threads.search({ channel: "web", words: "src/app.js" }))).toEqual(["alice"]);
      expect(names(await other.threads.search({ channel: "web", words: "js app" }))).toEqual(["alice"]);
      expect(names(await other.threads.search({ channel: "web", words: '"app js"' }))).toEqual(["alice"]);
      expect(names(await other.threads.search({ channel: "web", words: '"js app"' }))).toEqual([]);
      const inside = await other.threads.search({ channel: "web", words: "arser" });
      expect(names(inside)).toEqual(["alice"]);
      expect(inside.found[0]?.excerpt).toBe("The parser is off by one.");
      expect(names(await other.threads.search({ channel: "web", words: '"arser is of"' }))).toEqual(["alice"]);
      // Two letters stand within too many words to say anything: they begin one.
      expect(names(await other.threads.search({ channel: "web", words: "pa" }))).toEqual(["alice"]);
      expect(names(await other.threads.search({ channel: "web", words: "b" }))).toEqual(["bob", "alice"]);
      expect(names(await other.threads.search({ channel: "web", words: "ar" }))).toEqual([]);
      expect(names(await other.threads.search({ channel: "cli", words: "parser" }))).toEqual([]);
    });

    it("finds languages that write no blanks, inside their sentences", async () => {
      const store = await fresh(of);
      await talk(store, { ...alice, said: "昨日の会話を探す", answer: "見つかりました" });
      expect(names(await store.threads.search({ channel: "web", words: "会話" }))).toEqual(["alice"]);
      expect(names(await store.threads.search({ channel: "web", words: "話会" }))).toEqual([]);
    });

    it("finds titles as they are now, forks, and what was said since the last search", async () => {
      const store = await fresh(of);
      await talk(store, { ...alice, said: "first", answer: "one" });
      await store.threads.rename(alice, "Quarterly report");
      expect(names(await store.threads.search({ channel: "web", words: "quarter" }))).toEqual(["alice"]);
      await store.threads.rename(alice, "Yearly report");
      expect(names(await store.threads.search({ channel: "web", words: "quarter" }))).toEqual([]);
      await store.threads.fork({ from: alice, chatId: "fork" });
      expect(names(await store.threads.search({ channel: "web", words: "yearly first" }))).toEqual(["fork", "alice"]);
      await talk(store, { ...alice, said: "second", answer: "two", after: 3, runId: "r2" });
      expect(names(await store.threads.search({ channel: "web", words: "second" }))).toEqual(["alice"]);
    });

    it("finds nothing of what is deleted, of a sub-agent's task, or of nothing", async () => {
      const store = await fresh(of);
      await talk(store, { ...alice, said: "secret plan", answer: "ok" });
      const inner = runStart(4, "inner", ["a hidden errand"]);
      await store.journal(alice).append({ ...inner, parentId: "call" });
      expect(names(await store.threads.search({ channel: "web", words: "errand" }))).toEqual([]);
      for (const words of ["", "  ", "?!", '""'])
        expect(names(await store.threads.search({ channel: "web", words }))).toEqual([]);
      expect(names(await store.threads.search({ channel: "web", words: "plan" }))).toEqual(["alice"]);
      await store.threads.delete(alice);
      expect(names(await store.threads.search({ channel: "web", words: "plan" }))).toEqual([]);
      await talk(store, { ...alice, said: "another", answer: "ok" });
      expect(names(await store.threads.search({ channel: "web", words: "plan" }))).toEqual([]);
    });

    it("takes any text as words, long ones too, and gives at most what is asked for, the last used first", async () => {
      const store = await fresh(of);
      for (const chatId of ["a", "b", "c"])
        await talk(store, { channel: "web", chatId, said: "common word", answer: "x" });
      expect(names(await store.threads.search({ channel: "web", words: "common", limit: 2 }))).toEqual(["c", "b"]);
      const hostile = [
        "' OR 1=1 --",
        "NEAR(a b)",
        "a* AND b:c",
        "common & !word",
        "\0",
        "\ud800",
        "%",
        "_",
        "x".repeat(100_000),
      ];
      for (const words of hostile) expect((await store.threads.search({ channel: "web", words })).isWhole).toBe(true);
      expect(names(await store.threads.search({ channel: "web", words: "common %" }))).toEqual(["c", "b", "a"]);
      await talk(store, { ...alice, said: `${"filler ".repeat(50_000)}`, answer: "needle" });
      expect(names(await store.threads.search({ channel: "web", words: "needle filler" }))).toEqual(["alice"]);
    });
  });

  describe("a mark", () => {
    it("pins a thread and puts it away, tells others of it, and is there for another connection", async () => {
      const [one, other] = await two(of);
      for (const chatId of ["a", "b", "c"]) await one.threads.create({ channel: "web", chatId });
      const last = await other.changes.last();
      expect(await one.threads.mark({ channel: "web", chatId: "a" }, { pinned: true })).toBe(true);
      expect(await one.threads.mark({ channel: "web", chatId: "b" }, { archived: true })).toBe(true);
      expect(await one.threads.mark(bob, { archived: true })).toBe(false);
      expect((await other.changes.since(last)).conversations.map(({ chatId }) => chatId).toSorted()).toEqual([
        "a",
        "b",
      ]);
      expect(await other.threads.get({ channel: "web", chatId: "a" })).toMatchObject({ pinned: true });
      expect(await listed(other, {})).toEqual(["c", "a"]);
      expect(await listed(other, { archived: true })).toEqual(["b"]);
      expect(await listed(other, { pinned: true })).toEqual(["a"]);
      await one.threads.mark({ channel: "web", chatId: "b" }, { archived: false, pinned: true });
      await one.threads.mark({ channel: "web", chatId: "a" }, { pinned: false });
      expect(await listed(other, {})).toEqual(["c", "b", "a"]);
      expect(await other.threads.get({ channel: "web", chatId: "a" })).not.toHaveProperty("pinned");
      expect(await listed(other, { pinned: true })).toEqual(["b"]);
    });

    it("keeps a pinned thread where others make room", async () => {
      const store = await fresh(of, { threads: 3 });
      for (const chatId of ["a", "b", "c"]) await store.threads.create({ channel: "web", chatId });
      await store.threads.mark({ channel: "web", chatId: "a" }, { pinned: true });
      for (const chatId of ["d", "e"]) await store.threads.create({ channel: "web", chatId });
      expect(await listed(store, {})).toEqual(["e", "d", "a"]);
      expect(await store.threads.trim({ channel: "web", keep: 0 })).toBe(4);
      expect(await listed(store, {})).toEqual(["a"]);
    });

    it("refuses what it does not know", async () => {
      const store = await fresh(of);
      await expect((async () => store.threads.mark(alice, { pined: true } as never))()).rejects.toThrow(
        "did you mean pinned?",
      );
      await expect((async () => store.threads.search({ channel: "web" } as never))()).rejects.toThrow(
        "words is missing",
      );
    });
  });
}

interface Talk {
  readonly channel: string;
  readonly chatId: string;
  readonly said: string;
  readonly answer: string;
  readonly after?: number;
  readonly runId?: string;
}

/** One run: what was said, and what was answered. */
async function talk(store: Store, { said, answer, after = 0, runId = "r", ...conversation }: Talk): Promise<void> {
  const journal = store.journal(conversation);
  await journal.append(runStart(after + 1, runId, ["earlier words of the history", said]));
  await journal.append(answered(after + 2, runId, answer));
  await journal.append(done(after + 3, runId));
}

function answered(seq: number, runId: string, content: string): JournalEvent {
  const message = { role: "assistant", content } as const;
  return { id: `e${seq}`, seq, time: seq, runId, type: "assistant_message", data: { message, finishReason: "stop" } };
}

function names({ found }: { readonly found: readonly FoundThread[] }): string[] {
  return found.map(({ thread }) => thread.conversation.chatId);
}

async function listed(
  store: Store,
  range: { readonly archived?: boolean; readonly pinned?: boolean },
): Promise<string[]> {
  const { threads } = await store.threads.list({ channel: "web", ...range });
  return threads.map(({ conversation }) => conversation.chatId);
}

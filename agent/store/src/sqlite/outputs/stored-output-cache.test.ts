import { ToolRegistry, ToolRunner, toolOutputCache, toolOutputCacheGrep } from "@toolwright/core";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { cacheReader, keptTexts } from "../../../../../runtime/core/test/read-back.ts";
import { alice, bob, freshFile, freshStore } from "../../../test/making.ts";
import { piecesOf } from "../../rules/outputs/pieces-of.ts";
import { openStore, type SqliteStore } from "../open-store.ts";

async function read({ outputs }: SqliteStore, id: string, owner = alice): Promise<string[] | undefined> {
  const lines = outputs.lines(id, owner);
  if (lines === undefined) return undefined;
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

describe("stored outputs", () => {
  it("give their lines back, also to a later process", async () => {
    const file = freshFile();
    const first = openStore({ file });
    const ref = await first.outputs.save("é\n\nlast\n", alice);
    expect(ref).toEqual({ id: expect.stringMatching(/^[a-z0-9]{12}$/), bytes: 9, lines: 3 });
    first.close();
    const store = openStore({ file });
    onTestFinished(() => store.close());
    expect(await read(store, ref.id)).toEqual(["é", "", "last"]);
    expect(store.outputs.recent(alice, 5)).toEqual([ref]);
  });

  it("can all be read back through the two tools", async () => {
    const { outputs } = freshStore();
    const property = fc.asyncProperty(keptTexts, async (lines) => {
      const { id } = await outputs.save(`${lines.join("\n")}\n`, alice);
      expect(await cacheReader(outputs, alice).lines(id)).toEqual(lines);
    });
    await fc.assert(property, { numRuns: 20 });
  });

  it("have as many lines as their refs say, and the bytes, whatever the text", async () => {
    const store = freshStore();
    const piece = fc.constantFrom(
      "a",
      "\n",
      "\r\n",
      "é",
      "\0",
      "\u{1f600}",
      "x".repeat(40_000),
      `${"\u{1f600}".repeat(32_768)}`,
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
        const text = pieces.join("");
        const ref = await store.outputs.save(text, alice);
        const lines = await read(store, ref.id);
        expect(lines).toHaveLength(ref.lines);
        expect(lines?.join("\n") === text || `${lines?.join("\n")}\n` === text).toBe(true);
        expect(ref.bytes).toBe(Buffer.byteLength(text));
      }),
      { numRuns: 40 },
    );
  });

  it("belong to one conversation: a foreign id is as unknown as one that never was", async () => {
    const store = freshStore();
    const ref = await store.outputs.save("of alice", alice);
    expect(store.outputs.lines(ref.id, bob)).toBeUndefined();
    expect(store.outputs.lines("abcdefghjkmn", bob)).toBeUndefined();
    expect(store.outputs.lines(ref.id, { channel: 'web","alice', chatId: "" })).toBeUndefined();
    expect(store.outputs.recent(bob, 10)).toEqual([]);
  });

  it("go when there are too many: the one that was not used for the longest time first", async () => {
    const store = freshStore({ limits: { outputBytes: 30_000 } });
    const first = await store.outputs.save("1".repeat(10_000), alice);
    const second = await store.outputs.save("2".repeat(10_000), bob);
    await read(store, first.id);
    const third = await store.outputs.save("3".repeat(10_000), alice);
    expect(store.outputs.lines(second.id, bob)).toBeUndefined();
    expect(await read(store, first.id)).toHaveLength(1);
    expect(await read(store, third.id)).toHaveLength(1);
    expect(store.outputs.recent(alice, 5)).toEqual([third, first]);
  });

  it("keep the beginning of a text that is too long by itself, and are bounded when they are empty", async () => {
    const store = freshStore({ limits: { outputBytes: 1_257 } });
    const ref = await store.outputs.save("\u{1f600}".repeat(10_000), alice);
    expect(ref.bytes).toBe(1_000);
    expect(await read(store, ref.id)).toEqual(["\u{1f600}".repeat(250)]);
    for (let n = 0; n < 50; n += 1) await store.outputs.save("", alice);
    expect(store.outputs.recent(alice, 100)).toHaveLength(4);
  });

  it("make room when a conversation is deleted", async () => {
    const store = freshStore({ limits: { outputBytes: 30_000 } });
    store.threads.create(bob);
    await store.outputs.save("2".repeat(20_000), bob);
    store.threads.delete(bob);
    const refs = [
      await store.outputs.save("1".repeat(14_000), alice),
      await store.outputs.save("3".repeat(14_000), alice),
    ];
    expect(store.outputs.recent(alice, 5)).toEqual(refs.toReversed());
  });

  it("say so when they are removed while somebody reads them", async () => {
    const store = freshStore();
    const ref = await store.outputs.save("line\n".repeat(50_000), alice);
    const reading = store.outputs.lines(ref.id, alice)?.[Symbol.asyncIterator]();
    expect(await reading?.next()).toEqual({ done: false, value: "line" });
    store.threads.create(alice);
    store.threads.delete(alice);
    const rest = (async () => {
      for (;;) if ((await reading?.next())?.done !== false) return "the end";
    })();
    await expect(rest).rejects.toMatchObject({ code: "deleted" });
  });

  it("are read and searched by the tools of core, a piece at a time", async () => {
    const store = freshStore();
    const text = Array.from({ length: 200_000 }, (_, n) => `line ${n + 1}`).join("\n");
    const { id } = await store.outputs.save(text, alice);
    const registry = new ToolRegistry([toolOutputCache(store.outputs), toolOutputCacheGrep(store.outputs)]);
    const runner = new ToolRunner({ registry, conversation: alice });
    const range = await runner.exec({ name: "tool_output_cache", arguments: { ref_id: id, offset: 99_999, limit: 1 } });
    expect(String(range.message.content)).toMatch(/100000\tline 100000/);
    const found = await runner.exec({
      name: "tool_output_cache_grep",
      arguments: { ref_id: id, pattern: "line 123456" },
    });
    expect(String(found.message.content)).toBe("123456:line 123456");
  });
});

describe("pieces", () => {
  it("are short, whole characters, and the text together", () => {
    const text = `a${"\u{1f600}".repeat(100_000)}`;
    const pieces = [...piecesOf(text)];
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.every((piece) => piece.isWellFormed() && piece.length <= 65_536)).toBe(true);
    expect(pieces.join("")).toBe(text);
    expect([...piecesOf("")]).toEqual([]);
    expect([...piecesOf("\ud83d".repeat(70_000))].join("")).toHaveLength(70_000);
  });
});

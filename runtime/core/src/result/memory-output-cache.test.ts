import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMemoryOutputCache } from "./memory-output-cache.ts";
import type { LocalOutputCache } from "./output-cache.ts";

const alice = { channel: "cli", chatId: "1" };
const bob = { channel: "cli", chatId: "2" };

const read = async (cache: LocalOutputCache, id: string, owner = alice) => {
  const lines = cache.lines(id, owner);
  if (lines === undefined) return undefined;
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
};

describe("createMemoryOutputCache", () => {
  it("gives the lines back, with bytes and lines counted", async () => {
    const cache = createMemoryOutputCache();
    const ref = await cache.save("é\n\nlast\n", alice);
    expect(ref).toEqual({ id: expect.stringMatching(/^[a-z0-9]{12}$/), bytes: 9, lines: 3 });
    expect(await read(cache, ref.id)).toEqual(["é", "", "last"]);
  });

  it("counts as many lines as it gives, whatever the text", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom("a", "\n", "\r\n", "é")), async (pieces) => {
        const cache = createMemoryOutputCache();
        const ref = await cache.save(pieces.join(""), alice);
        expect(await read(cache, ref.id)).toHaveLength(ref.lines);
      }),
    );
  });

  it("makes an id of its own for every text", async () => {
    const cache = createMemoryOutputCache();
    const refs = await Promise.all(Array.from({ length: 1_000 }, () => cache.save("same", alice)));
    expect(new Set(refs.map((ref) => ref.id)).size).toBe(1_000);
  });

  it("does not tell a foreign id from an unknown one", async () => {
    const cache = createMemoryOutputCache();
    const ref = await cache.save("secret of alice", alice);
    expect(await read(cache, ref.id, bob)).toBeUndefined();
    expect(await read(cache, "abcdefghjkmn", bob)).toBeUndefined();
    expect(await read(cache, ref.id, { channel: 'cli","1', chatId: "" })).toBeUndefined();
    expect(await read(cache, "__proto__", bob)).toBeUndefined();
  });

  it("forgets what was not used for the longest time when it is full", async () => {
    const cache = createMemoryOutputCache({ maxBytes: 30_000 });
    const first = await cache.save("1".repeat(10_000), alice);
    const second = await cache.save("2".repeat(10_000), bob);
    await read(cache, first.id);
    const third = await cache.save("3".repeat(10_000), alice);
    expect(await read(cache, second.id, bob)).toBeUndefined();
    expect(await read(cache, first.id)).toHaveLength(1);
    expect(await read(cache, third.id)).toHaveLength(1);
  });

  it("keeps the beginning of a text that is over the limit by itself", async () => {
    const cache = createMemoryOutputCache({ maxBytes: 1_256 });
    const ref = await cache.save("😀".repeat(10_000), alice);
    expect(ref.bytes).toBe(1_000);
    expect(await read(cache, ref.id)).toEqual(["😀".repeat(250)]);
  });

  it("is bounded for empty texts too", async () => {
    const cache = createMemoryOutputCache({ maxBytes: 10_000 });
    for (let count = 0; count < 1_000; count++) await cache.save("", alice);
    expect(cache.recent(alice, 1_000).length).toBeLessThan(40);
  });

  it("lists a conversation's own refs, the newest first, whatever was read last", async () => {
    const cache = createMemoryOutputCache();
    const refs = [await cache.save("1", alice), await cache.save("2", alice), await cache.save("3", alice)];
    await cache.save("other", bob);
    await read(cache, refs[0]?.id ?? "");
    expect(cache.recent(alice, 2)).toEqual([refs[2], refs[1]]);
  });
});

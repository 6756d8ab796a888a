import { mkdtemp, readdir, stat, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cacheReader, keptTexts } from "../../../core/test/read-back.ts";
import { createFileOutputCache, type FileOutputCacheOptions } from "./file-output-cache.adapter.ts";

const ALICE = { channel: "test", chatId: "alice" };
const BOB = { channel: "test", chatId: "bob" };

async function open(options: Partial<FileOutputCacheOptions> = {}) {
  const directory = await mkdtemp(join(tmpdir(), "outputs-"));
  return { directory, cache: createFileOutputCache({ directory, ...options }) };
}

async function all(lines: AsyncIterable<string> | undefined): Promise<string[] | undefined> {
  if (lines === undefined) return undefined;
  const collected: string[] = [];
  for await (const line of lines) collected.push(line);
  return collected;
}

async function files(directory: string): Promise<string[]> {
  const names = await readdir(directory, { recursive: true });
  const paths = names.map((name) => join(directory, name));
  const stats = await Promise.all(paths.map((path) => stat(path)));
  return paths.filter((_, index) => stats[index]?.isFile());
}

describe("createFileOutputCache", () => {
  it("gives back what was saved, to its owner alone", async () => {
    const { cache } = await open();
    const ref = await cache.save("one\ntwo 7\n\nfour", ALICE);
    expect(ref).toEqual({ id: expect.stringMatching(/^[a-z2-7]{12}$/), bytes: 15, lines: 4 });
    expect(await all(cache.lines(ref.id, ALICE))).toEqual(["one", "two 7", "", "four"]);
    expect(cache.lines(ref.id, BOB)).toBeUndefined();
    for (const id of ["", "aaaaaaaaaaaa", "../../etc/pas", `${ref.id}-4`])
      expect(cache.lines(id, ALICE)).toBeUndefined();
  });

  it("splits into lines as a plain split does, wherever chunks end", async () => {
    const { cache } = await open();
    const line = fc.string({ unit: fc.constantFrom("a", "é", "😀", "\r", " "), maxLength: 40_000 });
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 6 }), async (lines) => {
        const text = `${lines.join("\n")}\n`;
        const ref = await cache.save(text, ALICE);
        expect(ref).toMatchObject({ lines: lines.length, bytes: Buffer.byteLength(text) });
        expect(await all(cache.lines(ref.id, ALICE))).toEqual(lines);
      }),
      { numRuns: 30 },
    );
  });

  it("keeps a line of any length whole", async () => {
    const { cache } = await open();
    const ref = await cache.save(`${"x".repeat(3 * 1024 * 1024)}\nnext`, ALICE);
    const lines = await all(cache.lines(ref.id, ALICE));
    expect(lines?.map((line) => line.length)).toEqual([3 * 1024 * 1024, 4]);
  });

  it("lets all of it be read back through the two tools", async () => {
    const { cache } = await open();
    const property = fc.asyncProperty(keptTexts, async (lines) => {
      const { id } = await cache.save(`${lines.join("\n")}\n`, ALICE);
      expect(await cacheReader(cache, ALICE).lines(id)).toEqual(lines);
    });
    await fc.assert(property, { numRuns: 20 });
  });

  it("writes files that only their owner may read, the same content once", async () => {
    const { cache, directory } = await open();
    const first = await cache.save("same", ALICE);
    expect(await cache.save("same", ALICE)).toEqual(first);
    expect((await cache.save("same", BOB)).id).not.toBe(first.id);
    const stored = await files(directory);
    expect(stored).toHaveLength(2);
    for (const path of stored) expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it("keeps what is spilled piece by piece", async () => {
    const { cache } = await open();
    const spill = cache.begin(ALICE);
    for (const piece of ["a", "b\n", "", "c"]) await spill.write(piece);
    const ref = await spill.keep();
    expect(ref).toMatchObject({ lines: 2, bytes: 4 });
    expect(await all(cache.lines(ref?.id ?? "", ALICE))).toEqual(["ab", "c"]);
    expect(cache.recent(ALICE, 1)).toEqual([ref]);
  });

  it("leaves nothing of what was discarded", async () => {
    const { cache, directory } = await open();
    const spill = cache.begin(ALICE);
    await spill.write("x".repeat(200_000));
    expect(await files(directory)).toHaveLength(1);
    await spill.discard();
    await spill.write("more");
    expect(await files(directory)).toHaveLength(0);
  });

  it("stores an entry up to its limit, at a whole character, and says what is missing", async () => {
    const { cache } = await open({ entryBytes: 2 * 1024 * 1024 });
    const spill = cache.begin(ALICE);
    await spill.write("x");
    for (let round = 0; round < 40; round++) await spill.write("é".repeat(50_000));
    const ref = await spill.keep();
    const text = (await all(cache.lines(ref?.id ?? "", ALICE)))?.join("\n") ?? "";
    expect(text).toMatch(/é\n\[output beyond 2 MiB discarded\]$/);
    expect(text).not.toContain("\uFFFD");
    expect(ref?.bytes).toBeLessThan(2 * 1024 * 1024 + 100);
  });

  it("forgets the least recently used of a conversation first", async () => {
    const { cache } = await open({ conversationBytes: 2_500 });
    const [a, b] = [await cache.save("a".repeat(1_000), ALICE), await cache.save("b".repeat(1_000), ALICE)];
    const other = await cache.save("o".repeat(1_000), BOB);
    await all(cache.lines(a.id, ALICE));
    const c = await cache.save("c".repeat(1_000), ALICE);
    expect(cache.recent(ALICE, 5).map((ref) => ref.id)).toEqual([c.id, a.id]);
    expect(cache.lines(b.id, ALICE)).toBeUndefined();
    expect(cache.recent(BOB, 5)).toEqual([other]);
    const big = await cache.save("d".repeat(9_000), ALICE);
    expect(cache.recent(ALICE, 5)).toEqual([big]);
  });

  it("outlives its process, for a week of not being used", async () => {
    const { cache, directory } = await open();
    const [old, young] = [await cache.save("old", ALICE), await cache.save("young", ALICE)];
    for (const path of await files(directory)) {
      const days = path.includes(old.id) ? 8 : 6;
      const then = Date.now() / 1_000 - days * 86_400;
      await utimes(path, then, then);
    }
    const next = createFileOutputCache({ directory });
    expect(next.recent(ALICE, 5)).toEqual([young]);
  });

  it("does not stop its user when nothing can be stored", async () => {
    const { directory } = await open();
    await createFileOutputCache({ directory }).save("x", ALICE);
    const [file = ""] = await files(directory);
    const broken = createFileOutputCache({ directory: join(file, "below") });
    const spill = broken.begin(ALICE);
    await spill.write("x".repeat(100_000));
    expect(await spill.keep()).toBeUndefined();
    await expect(broken.save("x", ALICE)).rejects.toThrow("could not be stored");
    expect(broken.recent(ALICE, 5)).toEqual([]);
  });
});

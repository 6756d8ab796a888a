import { isUtf8 } from "node:buffer";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { createLocalFiles } from "../../local/local-files.adapter.ts";
import { placeInList } from "../place-in-list.ts";
import { countLines } from "./count-lines.ts";
import { scanText } from "./scan-text.ts";
import { startOfLast } from "./start-of-last.ts";

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const piece = fc.constantFrom("a", "é", "😀", "\r", "\r\n", "\n", "\n\n", "x".repeat(2_001), "\uFEFF");
const text = fc.array(piece, { maxLength: 40 }).map((all) => new TextEncoder().encode(all.join("")));

const folder = await realpath(await mkdtemp(join(tmpdir(), "scan-text-")));
afterAll(() => rm(folder, { recursive: true }));
const files = createLocalFiles({ root: folder });
const path = join(folder, "file");

it("finds the byte with which the last lines begin, and shows the same from there", async () => {
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 12 }), fc.nat(5), async (bytes, last, limit) => {
      await files.write(path, bytes);
      const startByte = await startOfLast(files, { path, size: bytes.length, count: last });
      const wanted = { offset: -last, limit, maxBytes: 9_000 };
      const known = await scanText(pieces(bytes, 7), { ...wanted, startByte });
      expect(startByte).toBeDefined();
      expect(known).toEqual(await scanText(pieces(bytes, 7), wanted));
    }),
    { numRuns: 500 },
  );
});

it("says whether a file is UTF-8, wherever pieces end", async () => {
  const part = fc.constantFrom(
    [0x61],
    [0xc3, 0xa9],
    [0xf0, 0x9f, 0x98, 0x80],
    [0xff],
    [0xf0, 0x9f],
    [0x80],
    [0xed, 0xa0, 0x80],
  );
  const some = fc.array(part, { maxLength: 12 }).map((all) => Uint8Array.from(all.flat()));
  await fc.assert(
    fc.asyncProperty(some, fc.integer({ min: 1, max: 5 }), async (bytes, size) => {
      const { validUtf8 } = await scanText(pieces(bytes, size), { offset: 1, limit: 0, maxBytes: 9_000 });
      expect(validUtf8).toBe(isUtf8(bytes));
    }),
    { numRuns: 500 },
  );
});

it("shows lines that are counted from the end as it shows those of the same numbers", async () => {
  const sizes = { last: fc.integer({ min: 1, max: 12 }), limit: fc.nat(5), maxBytes: fc.nat(9_000), size: fc.nat(50) };
  await fc.assert(
    fc.asyncProperty(text, fc.record(sizes), async (bytes, { last, limit, maxBytes, size }) => {
      const all = () => pieces(bytes, size + 1);
      const offset = placeInList(-last, await countLines(all()));
      const fromEnd = await scanText(all(), { offset: -last, limit, maxBytes });
      expect(fromEnd).toEqual(await scanText(all(), { offset, limit, maxBytes }));
    }),
    { numRuns: 500 },
  );
});

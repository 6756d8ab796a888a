import { isUtf8 } from "node:buffer";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { createLocalFiles } from "../../local/local-files.adapter.ts";
import type { ByteRange } from "../../workspace/files.port.ts";
import { placeInList } from "../place-in-list.ts";
import { countLines } from "./count-lines.ts";
import { scanLarge } from "./scan-large.ts";
import { scanText, type TextScan } from "./scan-text.ts";

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const piece = fc.constantFrom("a", "é", "😀", "\r", "\r\n", "\n", "\n\n", "x".repeat(2_001), "\uFEFF");
const text = fc.array(piece, { maxLength: 40 }).map((all) => new TextEncoder().encode(all.join("")));

const folder = await realpath(await mkdtemp(join(tmpdir(), "scan-text-")));
afterAll(() => rm(folder, { recursive: true }));
const files = createLocalFiles({ root: folder });
const path = join(folder, "file");

const numbered = ({ shown }: Pick<TextScan, "shown">) => shown.map((line) => line.split("\t"));

it("shows of a large file the lines that it shows of a small one, numbered from the end where they are the last", async () => {
  const sizes = { offset: fc.integer({ min: -12, max: 12 }), limit: fc.nat(5), maxBytes: fc.nat(9_000) };
  await fc.assert(
    fc.asyncProperty(text, fc.record(sizes), async (bytes, given) => {
      const wanted = { ...given, offset: given.offset === 0 ? 1 : given.offset };
      await files.write(path, bytes);
      const whole = await scanText([bytes], wanted);
      const large = await scanLarge(files, { path, size: bytes.length }, wanted);
      const isFromEnd = large.firstLine < 0;
      const number = (shown: string | undefined) => Number(shown) - (isFromEnd ? whole.totalLines + 1 : 0);
      expect(numbered(large).map(([at, line]) => [Number(at), line])).toEqual(
        numbered(whole).map(([at, line]) => [number(at), line]),
      );
      expect(large.wantedCharacters).toBe(whole.wantedCharacters);
      expect([undefined, whole.totalLines]).toContain(large.totalLines);
    }),
    { numRuns: 150 },
  );
});

it("reads of a large file the pieces in which the lines are that are wanted", async () => {
  await files.write(path, Buffer.from("a line\n".repeat(500_000)));
  let read = 0;
  const counting = {
    ...files,
    async *stream(from: string) {
      for await (const piece of files.stream(from)) {
        read += piece.length;
        yield piece;
      }
    },
    async read(from: string, range?: ByteRange) {
      const bytes = await files.read(from, range);
      read += bytes.length;
      return bytes;
    },
  };
  const readFor = async (offset: number) => {
    read = 0;
    await scanLarge(counting, { path, size: 3_500_000 }, { offset, limit: 100, maxBytes: 50_000 });
    return read;
  };
  expect(await readFor(1)).toBeLessThan(200_000);
  expect(await readFor(-100)).toBeLessThan(200_000);
  expect(await readFor(250_000)).toBeLessThan(2_000_000);
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
    { numRuns: 150 },
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
    { numRuns: 150 },
  );
});

import fc from "fast-check";
import { expect, it } from "vitest";
import { placeInList } from "../place-in-list.ts";
import { countLines } from "./count-lines.ts";
import { scanText } from "./scan-text.ts";

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const piece = fc.constantFrom("a", "é", "😀", "\r", "\r\n", "\n", "\n\n", "x".repeat(2_001), "\uFEFF");
const text = fc.array(piece, { maxLength: 40 }).map((all) => new TextEncoder().encode(all.join("")));

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

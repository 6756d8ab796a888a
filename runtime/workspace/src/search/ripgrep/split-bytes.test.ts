import fc from "fast-check";
import { expect, it } from "vitest";
import { ByteSplitter } from "./split-bytes.ts";

it("parts bytes that arrive in any chunks as it would part all of them at once", () => {
  const byte = fc.constantFrom(10, 10, 97, 0xc3, 0xa9, 0xf0, 0x9f, 0x98, 0x80, 0xff, 0xef, 0xbb, 0xbf);
  fc.assert(
    fc.property(fc.array(fc.array(byte, { maxLength: 8 }), { maxLength: 8 }), (chunks) => {
      const splitter = new ByteSplitter(10);
      const pieces = chunks.flatMap((chunk) => [...splitter.push(Uint8Array.from(chunk))]);
      const lines: number[][] = [[]];
      for (const one of chunks.flat()) one === 10 ? lines.push([]) : lines.at(-1)?.push(one);
      expect(pieces).toEqual(lines.slice(0, -1).map((line) => Buffer.from(line).toString("utf8")));
    }),
  );
});

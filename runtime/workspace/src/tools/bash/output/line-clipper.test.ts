import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LineClipper } from "./head-and-tail.ts";

function clip(chunks: readonly string[]) {
  const clipper = new LineClipper();
  const pieces = chunks.map((chunk) => clipper.push(chunk));
  const text = pieces.map((piece) => piece.text).join("") + clipper.end();
  return { text, lineFeeds: pieces.reduce((sum, piece) => sum + piece.lineFeeds, 0), clipped: clipper.clipped };
}

const expected = (text: string) =>
  text
    .split("\n")
    .map((line) => (line.length <= 2_000 ? line : `${line.slice(0, 2_000)}…[+${line.length - 2_000} chars]`))
    .join("\n");

describe("LineClipper", () => {
  it("leaves short lines alone", () => {
    expect(clip(["a\nb", "c\n"])).toEqual({ text: "a\nbc\n", lineFeeds: 2, clipped: false });
    expect(clip(["x".repeat(2_000)])).toMatchObject({ clipped: false });
  });

  it("cuts long lines and counts what is missing, wherever chunks end", () => {
    const line = fc
      .tuple(fc.constantFrom("a", "b"), fc.constantFrom(0, 1, 1_999, 2_000, 2_001, 5_000))
      .map(([c, n]) => c.repeat(n));
    const cuts = fc.array(fc.nat(20_000), { maxLength: 8 });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), cuts, (lines, at) => {
        const text = lines.join("\n");
        const places = [0, ...at.filter((place) => place < text.length).toSorted((a, b) => a - b), text.length];
        const chunks = places.slice(1).map((end, index) => text.slice(places[index], end));
        const result = clip(chunks);
        expect(result.text).toBe(expected(text));
        expect(result.lineFeeds).toBe(lines.length - 1);
        expect(result.clipped).toBe(lines.some((one) => one.length > 2_000));
      }),
      { numRuns: 300 },
    );
  });

  it("does not split a character", () => {
    const { text } = clip([`${"x".repeat(1_999)}😀😀`]);
    expect(text).toBe(`${"x".repeat(1_999)}…[+4 chars]`);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { spliceTextFile } from "./splice.ts";
import { encodeTextFile, textFileFrom } from "./text-file.ts";

const after = (source: string, ...splices: Parameters<typeof spliceTextFile>[1][number][]): string =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(encodeTextFile(spliceTextFile(textFileFrom(source), splices)));

describe("spliceTextFile", () => {
  it("takes the line break of the span it replaces", () => {
    expect(after("a\nb\r\nc\n", { start: 2, end: 4, insert: "x\ny\n" })).toBe("a\nx\r\ny\r\nc\n");
  });

  it("takes the line break of the line before when the span has none", () => {
    expect(after("a\r\nb\nc\n", { start: 2, end: 3, insert: "x\ny" })).toBe("a\r\nx\r\ny\nc\n");
  });

  it("takes the line break that follows when there is no line before", () => {
    expect(after("ab\r\nc\n", { start: 0, end: 1, insert: "x\ny" })).toBe("x\r\nyb\r\nc\n");
  });

  it("writes a line feed where the file has no line break at all", () => {
    expect(after("ab", { start: 1, end: 1, insert: "\n" })).toBe("a\nb");
  });

  it("keeps the different line breaks of unchanged lines inside the span", () => {
    expect(after("a\r\nb\nc\r\n", { start: 0, end: 6, insert: "a\nB\nc\n" })).toBe("a\r\nB\nc\r\n");
  });

  it("pairs new line breaks with the replaced ones in order", () => {
    expect(after("1\r\n2\n3\r\n4", { start: 0, end: 7, insert: "a\nb\nc\nd" })).toBe("a\r\nb\nc\r\nd");
  });

  it("makes several replacements in one pass", () => {
    const splices = [
      { start: 0, end: 1, insert: "long\nlonger" },
      { start: 4, end: 5, insert: "" },
    ];
    expect(after("a\r\nb\r\nc\n", ...splices)).toBe("long\r\nlonger\r\nb\r\n\n");
  });

  it("never changes a byte outside the spans, whatever the line breaks", () => {
    const piece = fc.constantFrom("\n", "\r\n", "a", "b", "\r");
    const source = fc.array(piece, { maxLength: 40 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(source, source, fc.nat(), fc.nat(), (text, insert, one, other) => {
        const file = textFileFrom(text);
        const points = [one, other].map((point) => point % (file.text.length + 1)).sort((a, b) => a - b);
        const [start = 0, end = 0] = points;
        const result = spliceTextFile(file, [{ start, end, insert: insert.replaceAll("\r\n", "\n") }]);
        const source = new TextDecoder().decode(encodeTextFile(file));
        const written = new TextDecoder().decode(encodeTextFile(result));
        const head = start + file.crlf.filter((at) => at < start).length;
        const tail = file.text.length - end + file.crlf.filter((at) => at >= end).length;
        expect(written.slice(0, head)).toBe(source.slice(0, head));
        expect(written.slice(written.length - tail)).toBe(source.slice(source.length - tail));
      }),
    );
  });
});

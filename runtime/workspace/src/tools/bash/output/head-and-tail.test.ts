import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HeadAndTail } from "./head-and-tail.ts";

const LIMITS = { lines: 100, bytes: 20_000 };

function show(chunks: Iterable<string>, limits = LIMITS) {
  const output = new HeadAndTail(limits);
  for (const chunk of chunks) output.push(chunk);
  return output.show();
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`);

describe("HeadAndTail", () => {
  it("shows an output within the limits whole", () => {
    expect(show(["a\n", "b"])).toEqual({ head: "a\nb", omittedLines: 0, tail: "", cut: false });
    expect(show([])).toEqual({ head: "", omittedLines: 0, tail: "", cut: false });
    const whole = numbered(100).join("");
    expect(show([whole])).toMatchObject({ head: whole, cut: false });
  });

  it("shows the first fifth and the last four fifths of the lines", () => {
    const shown = show(numbered(1_000));
    expect(shown.head).toBe(numbered(20).join(""));
    expect(shown.tail).toBe(numbered(1_000).slice(-80).join(""));
    expect(shown).toMatchObject({ omittedLines: 900, cut: true });
  });

  it("keeps to the bytes when they are fewer", () => {
    const shown = show(Array.from({ length: 90 }, () => `${"é".repeat(250)}\n`));
    expect(shown.head).toHaveLength(251 * 7);
    expect(shown.tail).toHaveLength(251 * 31);
    expect(shown.omittedLines).toBe(52);
  });

  it("cuts a line that is too long and says so", () => {
    const shown = show(["x".repeat(1_000), "x".repeat(4_000), "\nnext\n"]);
    expect(shown).toEqual({ head: `${"x".repeat(2_000)}…[+3000 chars]\nnext\n`, omittedLines: 0, tail: "", cut: true });
  });

  it("shows whole lines in order, within the limits, and counts the rest, whatever comes", () => {
    const line = fc.string({ unit: fc.constantFrom("a", "é", "😀"), maxLength: 900 });
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 300 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 5_000 }),
        (lines, open, size) => {
          const text = lines.join("\n") + (open || lines.length === 0 ? "" : "\n");
          const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
            text.slice(at * size, (at + 1) * size),
          );
          const shown = show(chunks);
          expect(text.startsWith(shown.head) && text.endsWith(shown.tail)).toBe(true);
          expect(Buffer.byteLength(shown.head + shown.tail)).toBeLessThanOrEqual(LIMITS.bytes);
          const middle = text.slice(shown.head.length, text.length - shown.tail.length);
          expect(middle.split("\n").length - 1).toBe(
            shown.omittedLines + (shown.tail === "" && middle !== "" ? -1 : 0),
          );
          expect(shown.cut).toBe(middle !== "");
        },
      ),
      { numRuns: 100 },
    );
  });

  it("remembers no more than it may show, however much comes", () => {
    const output = new HeadAndTail({ lines: 2_000, bytes: 51_200 });
    for (let round = 0; round < 2_000; round++) output.push(`${"y".repeat(99)}\n`.repeat(50));
    const shown = output.show();
    expect(shown.omittedLines).toBe(100_000 - 102 - 409);
    expect(shown.head).toHaveLength(10_200);
    expect(shown.tail).toHaveLength(40_900);
  });
});

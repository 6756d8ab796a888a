import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ScreenText } from "./screen-text.ts";

const show = (chunks: readonly string[]) => {
  const screen = new ScreenText();
  return chunks.map((chunk) => screen.push(chunk)).join("") + screen.end();
};

const CASES: readonly [string, string][] = [
  ["a\nb", "a\nb"],
  ["10%\r50%\r100%\ndone\n", "100%\ndone\n"],
  ["a\r\nb\r\n", "a\nb\n"],
  ["50%\r", "50%"],
  ["50%\r\r\n", "50%\n"],
  ["x\r\ry", "y"],
  ["abc\b\bX\n", "aX\n"],
  ["\b\bx", "x"],
  ["be\x07ll n\0ul", "bell nul"],
  ["a\nb\rc\nd", "a\nc\nd"],
  ["a\n\b\bb", "a\nb"],
];

describe("ScreenText", () => {
  it.each(CASES)("%j reads as %j, cut anywhere", (text, expected) => {
    expect(show([text])).toBe(expected);
    expect(show([...text])).toBe(expected);
    for (let at = 0; at <= text.length; at++) expect(show([text.slice(0, at), text.slice(at)])).toBe(expected);
  });

  it("changes nothing that has no control characters, and gives the same however it is cut", () => {
    const unit = fc.constantFrom("a", "\n", "é", "\r", "\b", "0");
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 50 }), (units) => {
        const text = units.join("");
        expect(show(units)).toBe(show([text]));
        if (!/[\r\b]/.test(text)) expect(show([text])).toBe(text);
      }),
    );
  });

  it("does not hold a line without end", () => {
    const screen = new ScreenText();
    let given = 0;
    for (let round = 0; round < 100; round++) given += screen.push("x".repeat(10_000)).length;
    expect(given).toBeGreaterThan(970_000);
    expect(given + screen.end().length).toBe(1_000_000);
  });
});

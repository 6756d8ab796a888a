import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withoutMarks } from "./looks.ts";
import { AnsiStripper } from "./strip-ansi.ts";

const CASES: readonly [string, string][] = [
  ["plain [31m text", "plain [31m text"],
  ["\x1b[31mred\x1b[0m", "red"],
  ["\x1b[1;38;5;196mx\x1b[K\x1b[2J\x1b[?25ly", "xy"],
  ["\x1b]0;title\x07a\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\b", "alinkb"],
  ["\x1b(Ba\x1b)0b\x1b=c\x1b>d\x1bMe", "abcde"],
  ["\x1bPq#0\x1b\\x", "x"],
  ["a\x1b[31\nb", "a\nb"],
  ["\x1b]unfinished\nnext", "\nnext"],
  ["\x1b\x1b[1mx", "x"],
  ["é\x1b[1m😀\x1b[m", "é😀"],
  ["end\x1b[3", "end"],
  ["\x1b]0;t\x1b[31mred\x1b[m", "red"],
];

const strip = (chunks: readonly string[], keepLooks = false) => {
  const stripper = new AnsiStripper({ keepLooks });
  return chunks.map((chunk) => stripper.push(chunk)).join("");
};

describe("AnsiStripper", () => {
  it.each(CASES)("%j becomes %j, cut anywhere", (text, expected) => {
    expect(strip([text])).toBe(expected);
    expect(strip([...text])).toBe(expected);
    for (let at = 0; at <= text.length; at++) expect(strip([text.slice(0, at), text.slice(at)])).toBe(expected);
  });

  it("gives the same however the text is cut", () => {
    const unit = fc.constantFrom("\x1b", "[", "]", "1", ";", "m", "\\", "\x07", "P", "(", "a", "\n", " ");
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 40 }), (units) => {
        expect(strip(units)).toBe(strip([units.join("")]));
      }),
    );
  });

  it.each([
    ["\x1b[31mred\x1b[0m \x1b[m\x1b[38:2::1:2:3mx", "\x1b[31mred\x1b[0m \x1b[m\x1b[38:2::1:2:3mx"],
    ["\x1b[>4;2m\x1b[?25m\x1b[1 m\x1b[1!ma\x1b[2Kb\x1b]0;31m\x07c", "abc"],
    [`\x1b[${"1;".repeat(32)}mx\x1b[${"1;".repeat(32)}1my`, `\x1b[${"1;".repeat(32)}mxy`],
    ["\x1b[3\n1m\x1b[3\x1b[1mx", "\n1m\x1b[1mx"],
  ])("leaves of %j the looks, %j", (text, expected) => {
    expect(strip([text], true)).toBe(expected);
    expect(strip([...text], true)).toBe(expected);
    expect(strip([withoutMarks(expected)])).toBe(strip([text]));
  });

  it("comes back from a string that never ends", () => {
    const text = strip([`\x1b]0;${"x".repeat(10_000)}`, "visible"]);
    expect(text.endsWith("visible")).toBe(true);
    expect(text.length).toBeLessThan(10_000);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { spelledOnOneLine, spelledOut, spelledStrictly } from "./spelled-out.ts";

describe("spelledOut", () => {
  it("leaves ordinary text, tabs, newlines and emoji alone", () => {
    const text = "naïve 日本\ttab\nline 👩‍👩‍👧 🏳️‍🌈 👍🏽 ❤️ שלום عربي เวลา";
    expect(spelledOut(text)).toBe(text);
    expect(spelledStrictly(text)).toBe(text);
  });

  it.each([
    ["\u001b[2J", "\\u{1b}[2J"],
    ["user\u202etxt.exe", "user\\u{202e}txt.exe"],
    ["a\u2066b\u2069", "a\\u{2066}b\\u{2069}"],
    ["rm\u200b -rf", "rm\\u{200b} -rf"],
    ["a\u200db", "a\\u{200d}b"],
    ["x\u{e0041}y", "x\\u{e0041}y"],
    ["a\u3164b", "a\\u{3164}b"],
    ["a\u115fb\u1160", "a\\u{115f}b\\u{1160}"],
    ["a\u2800b", "a\\u{2800}b"],
    ["a\ufe0fb", "a\\u{fe0f}b"],
    ["a\uffa0b", "a\\u{ffa0}b"],
    ["a\u034fb", "a\\u{34f}b"],
    ["a\u2028b", "a\\u{2028}b"],
    ["\ud800", "\\u{d800}"],
  ])("spells out %j", (text, shown) => {
    expect(spelledOut(text)).toBe(shown);
    expect(spelledStrictly(text)).toBe(shown);
  });

  it("is strict where somebody is asked: blanks that are no space, and carriage returns", () => {
    expect(spelledOut("10\u00a0%\r\n")).toBe("10\u00a0%\n");
    expect(spelledStrictly("rm -rf\u00a0/\u3000x\r\n")).toBe("rm -rf\\u{a0}/\\u{3000}x\\u{d}\n");
    expect(spelledOnOneLine("a\n\tb\u2003")).toBe("a\\n\\tb\\u{2003}");
  });

  it("shows nothing that acts, of any text, and says the same of what it says", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const shown = spelledOut(text);
        expect(shown.replaceAll(/[\n\t]/g, "")).not.toMatch(/\p{Cc}|\u202e|\u200b|\u3164|\u115f|\u2800/u);
        expect(spelledOut(shown)).toBe(shown);
        expect(spelledOnOneLine(text)).not.toMatch(/[\n\t]/);
      }),
    );
  });
});

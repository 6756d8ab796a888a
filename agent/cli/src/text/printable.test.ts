import { describe, expect, it } from "vitest";
import { printable } from "./printable.ts";

describe("printable", () => {
  it("leaves ordinary text, tabs, newlines and emoji alone", () => {
    const text = "naïve 日本\ttab\nline 👩‍👩‍👧 🏳️‍🌈";
    expect(printable(text)).toBe(text);
  });

  it.each([
    ["\u001b[2J", "\\u{1b}[2J"],
    ["\u009b31m", "\\u{9b}31m"],
    ["a\bb\u0007", "a\\u{8}b\\u{7}"],
    ["ab\rc", "ab\\u{d}c"],
    ["user\u202etxt.exe", "user\\u{202e}txt.exe"],
    ["rm\u200b -rf", "rm\\u{200b} -rf"],
    ["x\u{e0041}y", "x\\u{e0041}y"],
  ])("spells out what acts or hides: %j", (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it("takes Windows line ends as line ends", () => {
    expect(printable("a\r\nb\r")).toBe("a\nb");
  });
});

import { describe, expect, it } from "vitest";
import { comparedWords, excerptOf, searchTerms } from "./words.ts";

describe("words of a search", () => {
  it.each([
    ["Größe, naïve; ＡＢＣ", "große naive abc"],
    ["src/app.js:3 foo_bar", "src app js 3 foo bar"],
    ["日本語text", "日 本 語 text"],
    ["\u0301 … \0 \ud800", ""],
  ])("%j are compared as %j", (text, words) => expect(comparedWords(text)).toBe(words));

  it.each([
    ['fix "the login" now', ["fix", "the login", "now"]],
    ['"open quote', ["open quote"]],
    ["a/b  ", ["a b"]],
    ["- -- ''", []],
    ["1 2 3 4 5 6 7 8 9 10", ["1", "2", "3", "4", "5", "6", "7", "8"]],
  ])("%j looks for %j", (query, terms) => expect(searchTerms(query)).toEqual(terms));

  it("an excerpt is one line around what was found, or the beginning", () => {
    const text = `${"x ".repeat(100)}the\nNeedle\tis here${" y".repeat(200)}`;
    expect(excerptOf(text, "need")).toMatch(/^….*the Needle is here.*…$/);
    expect(excerptOf("short", "nothing")).toBe("short");
    expect(excerptOf("", "a")).toBe("");
  });
});

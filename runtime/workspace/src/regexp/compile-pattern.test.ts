import { describe, expect, it } from "vitest";
import { type CompiledPattern, compilePattern, type PatternOptions } from "./compile-pattern.ts";

function compiled(source: string, options?: PatternOptions): CompiledPattern {
  const outcome = compilePattern(source, options);
  if (!outcome.ok) throw new Error(outcome.problem);
  return outcome.pattern;
}

function first(source: string, text: string, options?: PatternOptions): string | undefined {
  const span = compiled(source, options).find(text, 0);
  return span && text.slice(span.start, span.end);
}

describe("compilePattern", () => {
  it.each([
    ["foo", "a foo b", "foo"],
    ["fo+|bar", "xfooo", "fooo"],
    ["a|ab", "ab", "a"],
    ["ab|a", "ab", "ab"],
    ["a+?b", "aab", "aab"],
    ["a{2,3}", "aaaa", "aaa"],
    ["a{2}?", "aaaa", "aa"],
    ["(?U)a+", "aaa", "a"],
    ["(?i)STRASSE", "Strasse", "Strasse"],
    ["(?i:a)b", "Ab AB", "Ab"],
    ["(?i)k", "\u212a", "\u212a"],
    ["(?x) a b # c\n d", "abd", "abd"],
    ["\\bcaf\\p{L}\\b", "un café!", "café"],
    ["\\d+", "x٣4", "٣4"],
    ["[[:alpha:]--[aeiou]]+", "audacity", "d"],
    ["[a-z&&[^b-y]]+", "bbzab", "za"],
    ["[a-c~~b-d]+", "bcad", "ad"],
    ["[]a]+", "x]a", "]a"],
    ["[^-a]+", "-ab", "b"],
    ["\\p{Greek}+", "abγδ", "γδ"],
    ["\\p{^Greek}", "γa", "a"],
    ["\\x41\\u{42}\\U00000043", "ABC", "ABC"],
    ["\\<b\\>", "ab b", "b"],
    ["^$", "", ""],
    [".", "😀", "😀"],
    ["(?P<n>x)(?<m>y)", "xy", "xy"],
  ])("finds %s in %j", (source, text, expected) => {
    expect(first(source, text)).toBe(expected);
    expect(compiled(source).test(text)).toBe(true);
  });

  it.each([
    ["\\bfoo\\b", "xfoo"],
    ["^b", "ab"],
    ["a.c", "a\nc"],
    ["[^a]", "a"],
    ["\\s", "x"],
    ["(?-i)A", "a"],
    ["a.", "a\uFFFD"],
    ["x{3}", "xx"],
  ])("does not find %s in %j", (source, text) => {
    expect(first(source, text)).toBeUndefined();
    expect(compiled(source).test(text)).toBe(false);
  });

  it("takes fixed text as it is", () => {
    expect(first("a.b(", "aXb( a.b(", { fixed: true })).toBe("a.b(");
    expect(first("Ä", "ä", { fixed: true, ignoreCase: true })).toBe("ä");
  });

  it("lets matches reach over lines when asked", () => {
    expect(first("a.*c", "a\nb\nc\n", { multiline: true })).toBe("a\nb\nc");
    expect(first("^b$", "a\nb\r\nc", { multiline: true, crlf: true })).toBe("b");
    expect(first("^b$", "a\nb\r\nc", { multiline: true })).toBeUndefined();
  });

  it("knows what stood before the place from which it looks", () => {
    const pattern = compiled("^b|\\bd");
    expect(pattern.find("ab", 1)).toBeUndefined();
    expect(pattern.find("😀d", 2)).toEqual({ start: 2, end: 3 });
    expect(pattern.find("éd", 1)).toBeUndefined();
  });

  it.each([
    ["foo(", "unclosed group"],
    ["a)", "unopened group"],
    ["[a", "unclosed character class"],
    ["*a", "repetition operator missing expression"],
    ["a(?i)?", "repetition operator missing expression"],
    ["a{", "unclosed counted repetition"],
    ["a{x}", "repetition quantifier expects a valid decimal"],
    ["a{2,1}", "invalid repetition count range, the start must be <= the end"],
    ["(?=x)", "look-around, including look-ahead and look-behind, is not supported"],
    ["(a)\\1", "backreferences are not supported"],
    ["\\q", "unrecognized escape sequence"],
    ["\\pQ", "Unicode property not found"],
    ["[z-a]", "invalid character class range, the start must be <= the end"],
    ["a\\n", 'the literal "\\n" is not allowed in a regex'],
    ["(?z)", "unrecognized flag"],
    ["(?<n>a)(?<n>b)", "duplicate capture group name"],
    ["(a{1000}){1000}", "the compiled pattern exceeds the size limit"],
    ["(((){9999}){9999}){9999}", "the compiled pattern exceeds the size limit"],
    ["(".repeat(300), "exceeded the maximum number of nested parentheses/brackets"],
  ])("refuses %s: %s", (source, problem) => {
    expect(compilePattern(source)).toEqual({ ok: false, problem });
  });

  it("comes to an end with patterns that others backtrack over for ever", () => {
    const text = `${"a".repeat(200_000)}!`;
    expect(compiled("^(a+)+$").test(text)).toBe(false);
    expect(compiled("(a|a)*b").find(text, 0)).toBeUndefined();
  });

  it("stops when time is up", () => {
    let looks = 0;
    const expired = () => ++looks > 3;
    expect(compiled("x").find(`${"a".repeat(1_000_000)}x`, 0, expired)).toBeUndefined();
    expect(looks).toBe(4);
  });

  it("keeps no more states than it may, however many a text asks for", () => {
    const pattern = compiled("(?:a|b)*a(?:a|b){12}c");
    const bits = Array.from({ length: 60_000 }, (_, index) => "ab"[(index * index) % 7 > 3 ? 1 : 0]).join("");
    expect(pattern.test(`${bits}abbbbbbbbbbbbc`)).toBe(true);
    expect(pattern.test(`${bits}bbbbbbbbbbbbbc`)).toBe(false);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileLinearRegExp } from "./linear-regexp.ts";

const compiled = (source: string) => {
  const result = compileLinearRegExp(source);
  if (!result.ok) throw new Error(result.problem);
  return result.regexp;
};

describe("compileLinearRegExp", () => {
  it.each([
    ["abc", "xxabcx", 5],
    ["a|bc|", "zbc", 0],
    ["^$", "", 0],
    ["^b", "ab", -1],
    ["\\bfoo\\b", "a foo.", 5],
    ["\\Boo", "foo", 3],
    ["[^a-c\\]]\\d{2,3}?", "]12 x123", 7],
    ["(?:ab){2}", "abab", 4],
    ["(?<year>\\d{4})-\\d\\d", "on 2026-11", 10],
    ["x{2,}y", "xxxy", 4],
    ["a{,2}", "a{,2}", 5],
    ["{", "{", 1],
    ["\\u0041\\x42\\t", "AB\t", 3],
    ["[.*+]", "a*", 2],
    ["\\/\\.\\\\", "/.\\", 3],
    ["(a*)*b", "aab", 3],
    ["()*x", "x", 1],
  ])("finds %s in %j", (source, text, end) => {
    expect(compiled(source).find(text, 0)?.end ?? -1).toBe(end);
    expect(compiled(source).test(text)).toBe(end !== -1);
  });

  it.each(["\\p{L}+", "[\\p{Lu}]", "\\\\\\P{N}", "\\u{1F600}"])(
    "says that it does not know %s, which would mean plain letters",
    (source) => {
      expect(compileLinearRegExp(source)).toEqual({ ok: false, problem: expect.stringContaining("not supported") });
    },
  );

  it.each(["\\\\p{L}", "p{2}", "\\u0041{2}", "\\p"])("still takes %s", (source) => {
    expect(compileLinearRegExp(source).ok).toBe(true);
  });

  it("agrees with RegExp on whether there is a match and where it lies, also when it looks at a part at a time", () => {
    const atom = fc.constantFrom(
      "a",
      "b",
      ".",
      "[ab]",
      "[^a]",
      "\\w",
      "\\d",
      "^",
      "$",
      "\\b",
      "(a|b)",
      "(?:ab)",
      "(a|bc|)",
    );
    const quantifier = fc.constantFrom("", "", "", "*", "+", "?", "{2}", "{1,2}", "{2,}", "*?", "+?");
    const part = fc
      .tuple(atom, quantifier)
      .map(([one, two]) => (/^[\\^$]/.test(one) && !one.startsWith("\\w") ? one : one + two));
    const pattern = fc.array(part, { minLength: 1, maxLength: 5 }).map((all) => all.join(""));
    const letter = fc.constantFrom("a", "b", "c", "1", " ", "é", "😀");
    const text = fc.array(letter, { maxLength: 10 }).map((all) => all.join(""));
    fc.assert(
      fc.property(fc.array(pattern, { minLength: 1, maxLength: 3 }), text, (options, value) => {
        const source = options.join("|");
        const known = new RegExp(source, "u").exec(value);
        const span = known === null ? undefined : { start: known.index, end: known.index + known[0].length };
        const regexp = compiled(source);
        expect(regexp.test(value)).toBe(known !== null);
        expect(regexp.find(value, 0)).toEqual(span);
        const search = regexp.search(value);
        while (!search.advance(1)) expect(search.found === undefined || span !== undefined).toBe(true);
        expect(search.found).toEqual(span);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each(["(a+)+$", "(a|a)*$", "(a|aa)+$", "(.*)*x", ".*.*.*.*=", "(([a-z])+.)+[A-Z]([a-z])+$"])(
    "is quick for %s",
    (source) => {
      const text = "a".repeat(10_000);
      const end = source.endsWith("$") && !source.includes("A-Z") ? 10_000 : undefined;
      expect(compiled(source).find(text, 0)?.end).toBe(end);
      expect(compiled(source).test(text)).toBe(end !== undefined);
    },
  );

  it.each([
    ["(", "Invalid regular expression"],
    ["a(?=b)", "look-around"],
    ["(?<!a)b", "look-around"],
    ["(a)\\1", "back-reference"],
    ["x".repeat(1_001), "longer than 1,000"],
    ["(?:a{1000}){1000}", "repeats too much"],
    ["a{0,99999999}", "repeats too much"],
  ])("refuses %s", (source, problem) => {
    const result = compileLinearRegExp(source);
    expect(result).toMatchObject({ ok: false, problem: expect.stringContaining(problem) });
  });
});

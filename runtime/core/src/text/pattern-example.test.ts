import fc from "fast-check";
import { expect, it } from "vitest";
import { patternExample } from "./pattern-example.ts";

it.each([
  ["^[A-Z]{3}-\\d{4}$", "AAA-1111"],
  ["^(foo|bar)+$", "foo"],
  ["^\\d{4}-\\d{2}-\\d{2}$", "1111-11-11"],
  ["^[a-z]+(?:/[a-z]+)*$", "a/a"],
  ["^#[0-9a-fA-F]{6}$", "#aaaaaa"],
  ["^v?\\d+\\.\\d+$", "v1.1"],
  ["colou?r", "colour"],
])("shows a text that fits %s", (pattern, example) => {
  expect(patternExample(pattern)).toBe(example);
});

it.each(["^(?=a)b$", "^(a)\\1$", "^a{5000}$", "^(?:(?:a{50}){50}){50}$", "^é$", "^\\p{L}$", "^a$b"])(
  "shows nothing where nothing short is found easily: %s",
  (pattern) => {
    expect(patternExample(pattern)).toBeUndefined();
  },
);

it("shows only what fits, and never throws", () => {
  const atom = fc.constantFrom("a", "[b-d]", "\\d", "\\w", ".", "[^a]", "-", "\\.");
  const part = fc.tuple(atom, fc.constantFrom("", "*", "+", "?", "{2}", "{1,3}")).map((pieces) => pieces.join(""));
  const group = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => `(?:${parts.join("|")})`);
  const pattern = fc.array(fc.oneof(part, group), { minLength: 1, maxLength: 5 }).map((parts) => `^${parts.join("")}$`);
  fc.assert(
    fc.property(pattern, (source) => {
      const example = patternExample(source);
      expect(example).toMatch(new RegExp(source, "u"));
    }),
  );
});

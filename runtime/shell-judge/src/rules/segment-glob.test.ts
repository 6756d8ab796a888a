import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wildcardMatches } from "./command-pattern.ts";
import { parseSegment, segmentFits, segmentsMeet } from "./segment-glob.ts";

const GLOB = fc.array(fc.constantFrom("a", "b", "*", "?"), { maxLength: 6 }).map((parts) => parts.join(""));
const NAME = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 6 }).map((parts) => parts.join(""));

/** The obvious, slow meaning of a glob without classes. */
function matches(glob: string, name: string): boolean {
  return new RegExp(`^${glob.replaceAll("*", ".*").replaceAll("?", ".")}$`).test(name);
}

describe("two globs over one name", () => {
  it.each([
    ["a*", "*b", true],
    ["a*", "b*", false],
    [".en*", ".env", true],
    ["[.]env", ".env", true],
    // Which characters a class stands for is not read.
    ["[!.]env", ".env", true],
    ["[!a]env", ".env", true],
    [".[[:alpha:]]nv", ".env", true],
    // Which characters have a name is the locale's to say, and where it ends the program's.
    [".[[:digit:]]nv", ".env", true],
    [".[^[:digit:]]nv", ".env", true],
    [".[^[:alpha:]]nv", ".env", true],
    [".[[:alpha:]-z]nv", ".env", true],
    [".[[:none:]]nv", ".env", true],
    [".[[:alpha:]nv", ".env", true],
    [".[[=e=]]nv", ".env", true],
    [".[[.e.]]nv", ".env", true],
    [".[][:alpha:]]nv", ".env", true],
    [".[\\]e]nv", ".env", true],
    [".[\\]a]nv", ".env", true],
    [".[]a]nv", ".env", true],
    [".[!]a]nv", ".env", true],
    [".[!]e]nv", ".env", true],
    [".[]e]nv", ".env", true],
    [".[^]]nv", ".env", true],
    [".[d-f]nv", ".env", true],
    [".env[A-z]prod", ".env_prod", true],
    [".env[+--]prod", ".env-prod", true],
    [".[a-d]nv", ".env", true],
    [".[ab]nv", ".env", true],
    [".[0-9]nv", ".env", true],
    [".[0-9]nv", ".envy", false],
    [".[env", ".env", false],
    [".[env", ".[env", true],
    [`.[${"a".repeat(2_000)}]nv`, ".env", true],
    ["[a-z]nv", "env", true],
    ["\\*", "a", false],
    ["\\*", "*", true],
    ["", "*", true],
    ["?", "", false],
  ])("%j and %j: %s", (a, b, expected) => {
    expect(segmentsMeet(parseSegment(a), parseSegment(b))).toBe(expected);
    expect(segmentsMeet(parseSegment(b), parseSegment(a))).toBe(expected);
  });

  it("meet exactly when a name matches, if one of them is a name", () => {
    fc.assert(
      fc.property(GLOB, NAME, (glob, name) => {
        expect(segmentsMeet(parseSegment(glob), parseSegment(name))).toBe(matches(glob, name));
        expect(segmentFits(parseSegment(glob), name)).toBe(matches(glob, name));
      }),
    );
  });

  it("meet whenever some name matches both", () => {
    fc.assert(
      fc.property(GLOB, GLOB, NAME, (a, b, name) => {
        if (matches(a, name) && matches(b, name)) expect(segmentsMeet(parseSegment(a), parseSegment(b))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

it("a wildcard means the same as the obvious expression", () => {
  const pattern = fc.array(fc.constantFrom("a", "b", "*"), { maxLength: 8 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(pattern, NAME, (glob, name) => {
      expect(wildcardMatches(glob, name)).toBe(matches(glob, name));
    }),
  );
});

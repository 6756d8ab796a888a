import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseFileGlob } from "./file-glob.ts";

function matches(glob: string, path: string, anyDepth = false): boolean {
  return parseFileGlob(glob, { anyDepth })?.matches(path.split("/")) ?? false;
}

describe("parseFileGlob", () => {
  it.each([
    ["*.ts", "a.ts"],
    ["**/*.ts", "a.ts"],
    ["**/*.ts", "a/b/c.ts"],
    ["src/**", "src/a/b"],
    ["src/**/b", "src/b"],
    ["./src/*.ts", "src/a.ts"],
    ["*.{ts,tsx}", "a.tsx"],
    ["{a,b/{c,d}}/e", "b/d/e"],
    ["a{b", "a{b"],
    ["[a-c]?", "bx"],
    ["[!a]", "b"],
    ["[]x]", "]"],
    ["a[", "a["],
    ["\\*", "*"],
    ["*", ".env"],
    ["!**/*.ts", "a.js"],
    ["é?", "é😀"],
  ])("%s fits %s", (glob, path) => {
    expect(matches(glob, path)).toBe(true);
  });

  it.each([
    ["*.ts", "a/b.ts"],
    ["src/**", "src"],
    ["src/*/b", "src/b"],
    ["*.{ts,tsx}", "a.js"],
    ["[!a]", "a"],
    ["\\*", "a"],
    ["!dist", "dist/a/b"],
    ["!**/*.ts", "a/b.ts"],
  ])("%s does not fit %s", (glob, path) => {
    expect(matches(glob, path)).toBe(false);
  });

  it("fits at every depth without a slash, when asked", () => {
    expect(matches("*.ts", "a/b.ts", true)).toBe(true);
    expect(matches("a/*.ts", "b/a/c.ts", true)).toBe(false);
  });

  it("says what the last names look like, where that helps", () => {
    expect(parseFileGlob("src/**/*.{ts,tsx}")?.lastNames).toEqual(["*.ts", "*.tsx"]);
    expect(parseFileGlob("{src/*.ts,docs/**}")?.lastNames).toBeUndefined();
    expect(parseFileGlob("*.[jt]s")?.lastNames).toBeUndefined();
  });

  it("refuses what would stand for too many", () => {
    expect(parseFileGlob("{a,b}".repeat(20))).toBeUndefined();
    expect(parseFileGlob("x".repeat(3_000))).toBeUndefined();
  });

  it("comes to an end where backtracking would not", () => {
    expect(matches("*a".repeat(30), "a".repeat(5_000))).toBe(true);
    expect(matches(`${"**/a/".repeat(30)}b`, "a/".repeat(500))).toBe(false);
  });

  it("fits every path when it is the path itself", () => {
    const name = fc.string({ unit: fc.constantFrom("a", "é", ".", "*", "[", "{", "\\", "!", "😀"), minLength: 1 });
    const path = fc.array(
      name.filter((one) => one !== "."),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(path, (names) => {
        const glob = names.join("/").replace(/[\\*?[\]{},!]/g, "\\$&");
        expect(parseFileGlob(glob)?.matches(names)).toBe(true);
      }),
    );
  });
});

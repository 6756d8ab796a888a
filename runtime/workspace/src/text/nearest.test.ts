import { describe, expect, it } from "vitest";
import { nearest } from "./nearest.ts";

describe("nearest", () => {
  it("finds what was probably meant, the nearest first", () => {
    expect(nearest("gti", ["git", "gcc", "ls", "gitk"], 3)).toEqual(["git"]);
    expect(nearest("utlis.ts", ["utils.ts", "until.ts", "other.ts"], 3)).toEqual(["utils.ts"]);
    expect(nearest("READNE.md", ["readme.md", "README.md"], 1)).toEqual(["readme.md"]);
    expect(nearest("config.jsn", ["config.json", "config.js", "config.yml"], 2)).toEqual(["config.json", "config.js"]);
  });

  it("does not guess when nothing is near, nor give the name itself", () => {
    expect(nearest("x", ["y9", "abc", ""], 3)).toEqual([]);
    expect(nearest("git", ["git"], 3)).toEqual([]);
    expect(nearest("a".repeat(1_000), ["a".repeat(999)], 3)).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { isTooMuch } from "./is-too-much.ts";

describe("isTooMuch", () => {
  it("lets through what people and models write", () => {
    const texts = [
      "",
      "a *b* _c_ `d` [e](f)\n\n".repeat(2_000),
      "> > > - 1. a",
      "* * *\n***\n___",
      "| a | b |\n|---|---|\n",
    ];
    expect(texts.map(isTooMuch)).toEqual(texts.map(() => false));
  });

  it("holds back what costs more than it has characters", () => {
    const texts = [
      "*_".repeat(400),
      "[^a]".repeat(700),
      ">".repeat(20),
      "- ".repeat(30),
      "a\n\n1. ".repeat(2) + "1. ".repeat(20),
    ];
    expect(texts.map(isTooMuch)).toEqual(texts.map(() => true));
  });

  it("reads long texts at all: where it took quadratic time, it would not come back", () => {
    for (const text of ["*\n", "1", "> ", " \t", "\n \n", "-  "]) {
      expect(typeof isTooMuch(text.repeat(200_000))).toBe("boolean");
    }
  });
});

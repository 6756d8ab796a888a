import { describe, expect, it } from "vitest";
import { isTooMuch, openPart } from "./is-too-much.ts";

describe("isTooMuch", () => {
  it("lets through what people and models write", () => {
    const texts = [
      "",
      "a *b* _c_ `d` [e](f)\n\n".repeat(2_000),
      "> > > - 1. a",
      "* * *\n***\n___",
      "| a | b |\n|---|---|\n",
      "- [x] `src/file.ts`\n".repeat(700),
      `| a | b | c |\n|---|---|---|\n${"| **Word** | `code` | [c](https://example.org) |\n".repeat(300)}`,
      "- MOST_TOKENS_OF_ONE *stressed words* and ***more*** of\n".repeat(200),
      `\`\`\`json\n${"[1, 2],\n".repeat(700)}\`\`\`\n\nDone.`,
      `Rows:\n\n~~~\n${"a_[*]\n\n> > > > > > > > > > > > > > > > > > > > > b\n".repeat(700)}`,
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
      "*a ".repeat(700),
      "_a _b ".repeat(400),
      "*!*b ".repeat(400),
      "[a](".repeat(700),
      "](".repeat(700),
      "*a* ".repeat(150_000),
      `\`\`\`\n\`\`\`\n${"*a ".repeat(700)}`,
      `\`\`\`a\`b\n${"*a ".repeat(700)}`,
      `    \`\`\`\n${"*a ".repeat(700)}`,
    ];
    expect(texts.map(isTooMuch)).toEqual(texts.map(() => true));
  });

  it("reads long texts at all: where it took quadratic time, it would not come back", () => {
    for (const text of [
      "*\n",
      "1",
      "> ",
      " \t",
      "\n \n",
      "-  ",
      "```\n",
      "~~~\n```\n",
      "`a",
      "*a",
      "*a\n",
      "[a](",
      "a_",
    ]) {
      expect(typeof isTooMuch(text.repeat(200_000))).toBe("boolean");
    }
  });
});

describe("openPart", () => {
  it.each([
    ["no blank line", "a", 0],
    ["a blank line", "a\n\nb\nc", 1],
    ["code that is not closed", "a\n\n```\nb\n\nc", 3],
    ["code that was closed", "```\nb\n\nc\n```\nd", 12],
    ["a blank line behind code", "```\nb\n\nc\n```\n\nd", 12],
    ["a fence that may grow longer", "a\n\n```\nb\n```", 3],
  ])("begins where nothing is settled: %s", (_, text, place) => {
    expect(openPart(text)).toBe(place);
  });
});

import { describe, expect, it } from "vitest";
import { completed, tokenAt } from "./token-at.ts";

describe("what can be completed", () => {
  it.each([
    ["look at @src/ap", 15, { kind: "file", words: "src/ap", from: 8 }],
    ["@", 1, { kind: "file", words: "", from: 0 }],
    ["(@a)", 3, { kind: "file", words: "a", from: 1 }],
    ["/mod", 4, { kind: "command", words: "mod", from: 0 }],
    ["/", 1, { kind: "command", words: "", from: 0 }],
    ["/mod x", 6, { kind: "choice", command: "mod", words: "x", from: 5 }],
    ["/mod ", 5, { kind: "choice", command: "mod", words: "", from: 5 }],
    ["/compact @a", 11, { kind: "file", words: "a", from: 9 }],
  ])("%j at %d is %j", (text, caret, token) => expect(tokenAt(text, caret)).toMatchObject(token));

  it.each([
    ["me@example", 10],
    ["a /mod", 6],
    ["/mod x y", 8],
    ["@a b", 4],
    ["@a", 0],
    ["/usr/bin", 8],
  ])("%j at %d is nothing", (text, caret) => expect(tokenAt(text, caret)).toBeUndefined());

  it("is replaced, with one blank behind it", () => {
    const token = { kind: "file", words: "s", from: 4, to: 6 } as const;
    expect(completed("see @s", token, "src/a.ts")).toEqual({ text: "see src/a.ts ", caret: 13 });
    expect(completed("see @s now", token, "src/a.ts")).toEqual({ text: "see src/a.ts now", caret: 13 });
  });
});

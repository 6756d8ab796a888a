import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { promptCommand, resourceMentions } from "./offers-in-text.ts";

describe("resources that a message names", () => {
  it.each([
    ["look at @notes:notes://all, and (@notes:x://y).", ["notes://all", "x://y"]],
    ["@notes:a @notes:a @notes:b", ["a", "b"]],
    ["me@notes:a @other:b @notes: @notes", []],
    [Array.from({ length: 9 }, (_, place) => `@notes:${place}`).join(" "), ["0", "1", "2", "3", "4"]],
  ])("of %j are %j", (text, uris) => {
    expect(resourceMentions(text, ["notes"])).toEqual(uris.map((uri) => ({ server: "notes", uri })));
  });

  it("are of servers that there are", () => {
    fc.assert(fc.property(fc.string(), (text) => void expect(resourceMentions(text, [])).toEqual([])));
  });
});

describe("a prompt in the place of a message", () => {
  it.each([
    ["/notes:review", { name: "review", arguments: {} }],
    [
      " /notes:review a=1 b=\"two words\" c='x' d= ",
      { name: "review", arguments: { a: "1", b: "two words", c: "x", d: "" } },
    ],
    ["/notes:a:b x", { name: "a:b", arguments: {} }],
  ])("%j", (text, expected) => expect(promptCommand(text, ["notes"])).toEqual({ server: "notes", ...expected }));

  it.each(["/other:review", "/notes", "a /notes:review", "/etc:x/hosts", ""])("is not %j", (text) => {
    expect(promptCommand(text, ["notes"])).toBeUndefined();
  });

  it("has no arguments but those that are written", () => {
    const { arguments: args } = promptCommand("/notes:x __proto__=1 constructor=2", ["notes"]) ?? {};
    expect(Object.keys(args ?? {})).toEqual(["__proto__", "constructor"]);
  });
});

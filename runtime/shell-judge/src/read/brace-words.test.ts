import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, it } from "vitest";
import { braceWords } from "./brace-words.ts";

const noise = fc.array(fc.constantFrom(..."{{{}}},,,ab/.*-=~1".split("")), { minLength: 3, maxLength: 14 });

const { nested } = fc.letrec<{ nested: string; group: string; text: string }>((tie) => ({
  text: fc.array(fc.constantFrom(..."ab/.*-=,1".split("")), { maxLength: 3 }).map((letters) => letters.join("")),
  group: fc
    .array(fc.oneof({ depthSize: "small" }, tie("text"), tie("nested")), { minLength: 1, maxLength: 3 })
    .map((choices) => `{${choices.join(",")}}`),
  nested: fc
    .array(fc.oneof({ depthSize: "small" }, tie("text"), tie("group")), { minLength: 1, maxLength: 3 })
    .map((pieces) => pieces.join("")),
}));

const words = fc.oneof(
  noise.map((letters) => letters.join("")),
  nested.filter((word) => word !== "" && word.length < 60),
);

it("gives the words that bash gives, in its order, or says that it does not know", () => {
  const tried = fc.sample(words, { numRuns: 4_000, seed: 28 });
  const script = tried.map((word) => `printf '%s ' ${word}; echo`).join("\n");
  const said = execFileSync("bash", ["--norc", "-f"], { input: script, encoding: "utf8", env: { HOME: "/h" } });
  const lines = said.split("\n");
  const known = tried.flatMap((word, index) => {
    const own = braceWords(word);
    return own === undefined
      ? []
      : [{ word, own: own.map(({ value }) => value), bash: lines[index]?.trim().split(" ") }];
  });
  expect(known.filter(({ own, bash }) => own.join(" ") !== bash?.join(" "))).toEqual([]);
  expect(known.length).toBeGreaterThan(100);
});

it.each(["{a..c}", "a{b}", "{a,}", "{,}", "$x{a,b}", "'a'{b,c}", "{a,b", "~{a,b}", "{a,{b,c}", "{a,{b,c}}"])(
  "does not know what %s becomes",
  (word) => expect(braceWords(word)).toBeUndefined(),
);

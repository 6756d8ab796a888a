import { expect, it } from "vitest";
import { readBlocks } from "./code-block.ts";

it("takes lines with their numbers, also those that are counted from the end", () => {
  const [block] = readBlocks("=== a.log ===\n    -2\tone\n    -1\ttwo\n[lines -2 to -1 of 94 MB]");
  expect(block?.lines.map(({ kind, text, numbers }) => [kind, text, ...numbers])).toEqual([
    ["context", "one", -2],
    ["context", "two", -1],
    ["note", "[lines -2 to -1 of 94 MB]", undefined],
  ]);
});

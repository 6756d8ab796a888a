import type { ThreadMessageLike } from "@assistant-ui/react";
import { expect, it } from "vitest";
import { changedLines, collectChanges, lineCounts } from "./collect-changes.ts";

const edit = (path: string, before: string, after: string, more: object = {}) => ({
  type: "tool-call" as const,
  toolCallId: `${path} ${after}`,
  toolName: "edit",
  argsText: JSON.stringify({ file_path: path, old_string: before, new_string: after }),
  result: "Edited.",
  ...more,
});
const message = (
  runId: string,
  ...content: Exclude<ThreadMessageLike["content"], string>[number][]
): ThreadMessageLike => ({
  role: "assistant",
  content,
  metadata: { custom: { runId } },
});

it("adds up what calls did, file by file, of a run or of all", () => {
  const messages = [
    message("r1", edit("a.js", "one", "two"), edit("b.js", "", "new\nlines")),
    message("r2", edit("a.js", "two", "three"), edit("a.js", "x", "y", { isError: true })),
  ];
  const all = collectChanges(messages);
  expect(all.map(({ path, added, removed }) => [path, added, removed])).toEqual([
    ["a.js", 2, 2],
    ["b.js", 2, 0],
  ]);
  expect(lineCounts(all)).toBe("+4 −2");
  expect(collectChanges(messages, "r2").map(({ path, added }) => [path, added])).toEqual([["a.js", 1]]);
});

it("says nothing of what did not happen", () => {
  const still = edit("a.js", "one", "two", { result: undefined });
  expect(collectChanges([message("r1", still), { role: "user", content: "hi" }])).toEqual([]);
  expect(lineCounts([])).toBe("");
});

it("says how many lines of how many files", () => {
  expect(changedLines([])).toBe("");
  expect(changedLines([{ added: 40, removed: 12 }])).toBe("+40 −12 in 1 file");
  expect(changedLines([{ added: 0, removed: 0 }], 2)).toBe("in 3 files");
});

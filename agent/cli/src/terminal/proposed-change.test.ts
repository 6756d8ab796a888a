import { expect, it } from "vitest";
import { proposedChange } from "./proposed-change.ts";

const textsOf = (args: Parameters<typeof proposedChange>[0]) =>
  proposedChange(args)?.file.hunks.map(({ text }) => text);

it("shows an edit as the lines that go and come", () => {
  expect(textsOf({ file_path: "a", old_string: "a\nb\nc", new_string: "a\nB\nc" })).toEqual([" a\n-b\n+B\n c"]);
  expect(textsOf({ file_path: "a", content: "x\ny\n" })).toEqual(["+x\n+y"]);
  const edits = [
    { old_string: "a", new_string: "b" },
    { old_string: "", new_string: "c" },
  ];
  expect(textsOf({ file_path: "a", edits })).toEqual(["-a\n+b", "+c"]);
});

it("shows a file that is written anew as what becomes other than it was, with lines around it", () => {
  const lines = Array.from({ length: 30 }, (_, line) => `line ${line}`);
  const old = `${lines.join("\n")}\n`;
  const young = old.replace("line 4\n", "").replace("line 20", "line twenty");
  const change = proposedChange({ file_path: "a", content: young }, old);
  expect(change?.file.hunks.map(({ text }) => text)).toEqual([
    " line 1\n line 2\n line 3\n-line 4\n line 5\n line 6\n line 7",
    " line 17\n line 18\n line 19\n-line 20\n+line twenty\n line 21\n line 22\n line 23",
  ]);
  expect(proposedChange({ file_path: "a", content: "x" }, "x\n")?.file.hunks).toEqual([
    { oldStart: 0, newStart: 0, text: " x\n-" },
  ]);
  expect(proposedChange({ file_path: "a", content: "x\r\n" }, "x\n")?.file.hunks[0]?.text).toBe("-x\n+x\r");
});

it("hides nothing that it cannot show", () => {
  expect(proposedChange({ file_path: "a", old_string: "x", new_string: "y", replace_all: true })?.others).toEqual({
    replace_all: true,
  });
  expect(proposedChange({ file_path: "a", content: "x", old_string: "y", new_string: "z" })).toBeUndefined();
  expect(
    proposedChange({ file_path: "a", edits: [{ old_string: "x", new_string: "y", replace_all: true }] }),
  ).toBeUndefined();
  expect(proposedChange({ file_path: "a", edits: ["x"] })).toBeUndefined();
  expect(proposedChange({ file_path: ["a"], content: "x" })).toBeUndefined();
  expect(proposedChange({ command: "ls" })).toBeUndefined();
});

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

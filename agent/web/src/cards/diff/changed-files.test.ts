import { describe, expect, it } from "vitest";
import { changedFiles } from "./changed-files.ts";

const shown = (args: unknown, result?: unknown, artifact?: unknown) =>
  changedFiles({ args, result, artifact }).map(
    ({ path, what, rows }) => `${path}|${what}|${rows.map(({ kind, text }) => `${kind[0]}:${text}`).join(",")}`,
  );

describe("changedFiles", () => {
  it("shows an edit from its arguments", () => {
    expect(shown({ file_path: "a", old_string: "x\ny\n", new_string: "x\nz\n" })).toEqual(["a||c:x,r:y,a:z"]);
  });

  it("shows only what goes while the new text has not arrived", () => {
    expect(shown({ file_path: "a", old_string: "x" })).toEqual(["a||r:x"]);
  });

  it("shows each of several edits", () => {
    const edits = [
      { old_string: "x", new_string: "y" },
      { old_string: "p", new_string: "q" },
    ];
    expect(shown({ file_path: "a", edits })).toEqual(["a||r:x,a:y,g:,r:p,a:q"]);
  });

  it("shows all lines of a file that is to be written", () => {
    expect(shown({ file_path: "a", content: "x\ny\n" })).toEqual(["a||a:x,a:y"]);
  });

  it("shows a patch as far as it has arrived", () => {
    const patch = [
      "*** Begin Patch",
      "*** Update File: a",
      "*** Move to: b",
      "@@ function f",
      " c",
      "-r",
      "+n",
      "*** Add File: d",
      "+1",
      "*** Delete File: e",
      "*** End Patch",
    ].join("\n");
    expect(shown({ patch })).toEqual(["a|moves to b|g:function f,c:c,r:r,a:n", "d|new|a:1", "e|removed|"]);
    for (let end = 0; end <= patch.length; end += 1) expect(() => shown({ patch: patch.slice(0, end) })).not.toThrow();
  });

  it("takes what did change over what was asked for", () => {
    const diff = [{ path: "a", change: "created", hunks: [{ oldStart: 0, newStart: 1, text: "+x" }] }];
    expect(shown({ file_path: "a", content: "z" }, { diff: "--- a" }, { diff })).toEqual(["a|new|a:x"]);
  });

  it("tells what became of the files themselves, and numbers the lines of every hunk", () => {
    const hunks = [
      { oldStart: 9, newStart: 9, text: " c\n-1\n-- x\n+2\n\\ No newline at end of file" },
      { oldStart: 40, newStart: 39, text: "+++ y" },
    ];
    const diff = [
      { path: "d", change: "moved", from: "c", hunks },
      { path: "b", change: "removed", hunks: [] },
    ];
    const [moved, removed] = changedFiles({ args: {}, artifact: { diff } });
    expect(removed).toEqual({ path: "b", what: "removed", rows: [] });
    expect(moved).toEqual({
      path: "d",
      what: "was c",
      rows: [
        { kind: "gap", text: "" },
        { kind: "context", text: "c", oldLine: 9, newLine: 9 },
        { kind: "removed", text: "1", oldLine: 10 },
        { kind: "removed", text: "- x", oldLine: 11 },
        { kind: "added", text: "2", newLine: 10 },
        { kind: "gap", text: "" },
        { kind: "added", text: "++ y", newLine: 39 },
      ],
    });
  });

  it("shows the text of a diff where nothing else is there, as earlier versions stored it", () => {
    expect(shown({ file_path: "a", content: "z" }, { diff: "--- a\n+++ a\n+x\n" })).toEqual([
      "a||c:--- a,c:+++ a,c:+x",
    ]);
  });

  it.each([null, [], "text", { edits: [null, 1] }, { content: 7 }, { old_string: {} }])("has none for %j", (args) => {
    expect(shown(args, args, args)).toEqual([]);
  });
});

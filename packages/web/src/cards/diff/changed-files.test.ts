import { describe, expect, it } from "vitest";
import { changedFiles } from "./changed-files.ts";

const shown = (args: unknown, result?: unknown) =>
  changedFiles(args, result).map(
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
    const result = { diff: "--- a\n+++ a\n@@ -0,0 +1 @@\n+x\n", created: true };
    expect(shown({ file_path: "a", content: "z" }, result)).toEqual(["a|new|a:x"]);
  });

  it.each([null, [], "text", { edits: [null, 1] }, { content: 7 }, { old_string: {} }])("has none for %j", (args) => {
    expect(shown(args, args)).toEqual([]);
  });
});

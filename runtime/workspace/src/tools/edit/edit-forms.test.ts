import { beforeEach, describe, expect, it } from "vitest";
import { type FileToolsBench, fileToolsBench } from "../../../test/file-tools-bench.ts";
import { permissions } from "../../../test/permissions.ts";
import { editTool } from "./edit.tool.ts";

let bench: FileToolsBench;

beforeEach(async () => {
  bench = await fileToolsBench([editTool()]);
  await bench.put("a", "one\ntwo\nthree\n");
  await bench.show("a");
});

const ONE = { old_string: "one", new_string: "1" };
const TWO = { old_string: "two", new_string: "2" };
const PATCH = "*** Begin Patch\n*** Update File: a\n-one\n+1\n*** Add File: b\n+b\n*** End Patch";

const ONE_FILE = "*** Begin Patch\n*** Update File: a\n-one\n+1\n*** End Patch";

const HUNK = "@@ -1,2 +1,2 @@\n-one\n+1\n two\n";

describe("edit takes", () => {
  it.each([
    ["one text", { file_path: "a", ...ONE }, "1\ntwo\nthree\n"],
    ["one text by other names", { path: "a", old_str: "one", newString: "1", replaceAll: false }, "1\ntwo\nthree\n"],
    ["several edits", { file_path: "a", edits: [ONE, TWO] }, "1\n2\nthree\n"],
    [
      "several edits beside empty texts",
      { path: "a", old_string: "", new_string: "", edits: [ONE] },
      "1\ntwo\nthree\n",
    ],
    ["several edits by other names", { path: "a", edits: [{ oldText: "one", newText: "1" }] }, "1\ntwo\nthree\n"],
    ["one edit without a list", { file_path: "a", edits: ONE }, "1\ntwo\nthree\n"],
    ["edits as a text", { file_path: "a", edits: JSON.stringify([ONE]) }, "1\ntwo\nthree\n"],
    ["a patch", { patch: PATCH }, "1\ntwo\nthree\n"],
    ["a patch beside the name of its file", { file_path: "./a", patch: ONE_FILE }, "1\ntwo\nthree\n"],
    ["a unified diff", { patch: `--- a/a\n+++ b/a\n${HUNK}` }, "1\ntwo\nthree\n"],
    ["hunks beside the name of their file", { file_path: "a", patch: HUNK }, "1\ntwo\nthree\n"],
    ["a text beside an empty patch", { file_path: "a", ...ONE, patch: "", edits: [] }, "1\ntwo\nthree\n"],
  ])("%s", async (_, args, after) => {
    const { result, message } = await bench.settle("edit", args);
    expect([message.content, result.isError]).toEqual([expect.any(String), false]);
    expect(await bench.text("a")).toBe(after);
  });

  it.each([
    ["no file", { ...ONE }],
    ["no texts", { file_path: "a" }],
    ["no new text", { file_path: "a", old_string: "one" }],
    ["a text and edits", { file_path: "a", ...ONE, edits: [TWO] }],
    ["a text and a patch", { file_path: "a", ...ONE, patch: PATCH }],
    ["a patch of another file than the one that is named", { file_path: "c", patch: PATCH }],
    ["a patch of more files than the one that is named", { file_path: "a", patch: PATCH }],
    ["an edit without its text", { file_path: "a", edits: [{ new_string: "1" }] }],
  ])("not: %s", async (_, args) => {
    expect((await bench.settle("edit", args)).result.error?.code).toBe("invalid_arguments");
    expect(await bench.text("a")).toBe("one\ntwo\nthree\n");
  });

  it("a dry run of each", async () => {
    for (const args of [{ file_path: "a", edits: [ONE] }, { patch: PATCH }])
      expect(await bench.run("edit", { ...args, dry_run: true })).toContain("Preview, nothing was written.");
    expect(await bench.text("a")).toBe("one\ntwo\nthree\n");
  });
});

describe("what a model is shown", () => {
  it("is one form alone, with what it needs", () => {
    const { properties, required } = editTool().definition.parameters;
    expect(Object.keys(Object(properties))).not.toContain("patch");
    expect(required).toEqual(["file_path", "old_string", "new_string"]);
  });
});

describe("the files of a patch are judged", () => {
  it("as those of apply_patch, and beside the file that is named", async () => {
    const { decide } = permissions({ allow: ["Edit"], deny: ["Edit(b)"] });
    expect(await decide("edit", { file_path: "a", ...ONE })).toMatchObject({ verdict: "allow" });
    expect(await decide("edit", { file_path: "a", patch: PATCH })).toMatchObject({ verdict: "deny" });
    expect(await decide("edit", { file_path: "b", patch: PATCH.replace("File: b", "File: c") })).toMatchObject({
      verdict: "deny",
    });
    expect(await decide("edit", { file_path: "a", patch: "-one\n+1" })).toMatchObject({ verdict: "ask" });
  });
});

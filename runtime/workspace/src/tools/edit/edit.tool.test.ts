import { chmod, lstat, readlink, stat, symlink } from "node:fs/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { type FileToolsBench, fileToolsBench, textOf } from "../../../test/file-tools-bench.ts";
import { sha256 } from "../../tracking/sha256.ts";
import { editTool } from "./edit.tool.ts";

let bench: FileToolsBench;

beforeEach(async () => {
  bench = await fileToolsBench([editTool()]);
});

const edit = (file_path: string, old_string: string, new_string: string, more = {}): Promise<string> =>
  bench.run("edit", { file_path, old_string, new_string, ...more });

describe("edit", () => {
  it("answers with the lines that it changed and keeps the rest for programs", async () => {
    await bench.put("a.ts", "one\ntwo\n");
    await bench.show("a.ts");
    const { result, message } = await bench.settle("edit", { file_path: "a.ts", old_string: "two", new_string: "2" });
    expect(message.content).toBe("Edited a.ts: 1 replacement at line 2 (+1 −1)\n     2 -two\n     2 +2");
    expect(result.output).toEqual({
      type: "json",
      value: {
        summary: "Edited a.ts: 1 replacement at line 2 (+1 −1)",
        replacements: 1,
        match_mode: "exact",
        diff: "--- a.ts\n+++ a.ts\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n",
        file_path: "a.ts",
      },
    });
    expect(await bench.text("a.ts")).toBe("one\n2\n");
    expect(bench.logged).toEqual([{ toolName: "edit", paths: [bench.path("a.ts")] }]);
  });

  it("puts the reason into the error, and writes nothing", async () => {
    await bench.put("a", "x\nx\n");
    await bench.show("a");
    const { result, message } = await bench.settle("edit", { file_path: "a", old_string: "x", new_string: "y" });
    expect(result.error).toMatchObject({ code: "execution_failed", reason: "AMBIGUOUS" });
    expect(message.content).toBe(
      "Error executing tool: AMBIGUOUS old_string matches 2 places (lines 1, 2). Add surrounding lines, or set replace_all=true. " +
        'To change all of them: Call it as {"file_path":"a","old_string":"x","new_string":"y","replace_all":true}',
    );
    expect(await bench.text("a")).toBe("x\nx\n");
    expect(bench.logged).toEqual([]);
  });

  it("shows a few of many changed lines, where they stand", async () => {
    await bench.put("a", `top\n${"x\n".repeat(20)}`);
    await bench.show("a");
    const shown = (await edit("a", "x", "y", { replace_all: true })).split("\n");
    expect(shown[1]).toBe("     2 -x");
    expect(shown).toHaveLength(10);
    expect(shown.at(-1)).toBe("[… 32 changed lines more]");
  });

  it("creates a file and its directories", async () => {
    expect(await edit("new/dir/a", "", "x\n")).toBe("Edited new/dir/a: 1 replacement at line 1 (+1 −0)\n     1 +x");
    expect(await bench.text("new/dir/a")).toBe("x\n");
    expect(await edit("new/dir/a", "x", "y")).toContain("1 replacement");
  });

  it("shows what it would do in a dry run", async () => {
    await bench.put("a", "x\n");
    await bench.show("a");
    expect(await edit("a", "x", "y", { dry_run: true })).toBe(
      "Preview, nothing was written. Edited a: 1 replacement at line 1 (+1 −1)\n--- a\n+++ a\n@@ -1 +1 @@\n-x\n+y",
    );
    expect(await bench.text("a")).toBe("x\n");
  });

  it("keeps the mode, the link and every other byte of the file", async () => {
    await bench.put("real", "\uFEFFa\r\nb\nc");
    await chmod(bench.path("real"), 0o755);
    await symlink("real", bench.path("link"));
    await bench.show("link");
    expect(await edit("link", "b", "B")).toContain("Edited link: 1 replacement at line 2");
    expect((await lstat(bench.path("link"))).isSymbolicLink()).toBe(true);
    expect(await readlink(bench.path("link"))).toBe("real");
    expect((await stat(bench.path("real"))).mode & 0o777).toBe(0o755);
    expect(await bench.text("real")).toBe("\uFEFFa\r\nB\nc");
  });

  it("leaves bytes alone that it cannot read", async () => {
    await bench.put("latin1", Uint8Array.from([0x61, 0xe9]));
    await bench.show("latin1");
    expect(await edit("latin1", "a", "b")).toContain("NOT_UTF8");
    expect(await bench.workspace.files.read(bench.path("latin1"))).toEqual(Uint8Array.from([0x61, 0xe9]));
  });

  it("says what a path is when it is no file", async () => {
    await bench.workspace.files.makeDirectory(bench.path("folder"));
    expect(await edit("folder", "a", "b")).toContain("IO folder is a directory.");
    expect(await edit("none", "a", "b")).toContain("NOT_FOUND none does not exist");
    const outside = await bench.settle("edit", { file_path: "../x", old_string: "", new_string: "b" });
    expect(outside.result.error?.code).toBe("security_violation");
  });

  it("succeeds without touching anything when there is nothing to do", async () => {
    expect(await edit("none", "x", "x")).toContain("No changes needed in none");
    expect(bench.logged).toEqual([]);
  });
});

describe("what the agent has read", () => {
  it("must have been read before; the refusal shows it, and the same call then goes through", async () => {
    await bench.put("a", "x\nz\n");
    const call = { file_path: "a", old_string: "x", new_string: "y" };
    const { result, message } = await bench.settle("edit", call);
    const said =
      "NOT_READ a was not read before editing it, so nothing was changed. It is read now, as shown below. " +
      "Make the same call again, or a corrected one.";
    expect(result.error).toMatchObject({ reason: "NOT_READ", message: said });
    expect(message.content).toBe(`Error executing tool: ${said}\n=== a ===\n     1\tx\n     2\tz`);
    expect(await bench.text("a")).toBe("x\nz\n");
    expect(textOf(await bench.settle("edit", call))).toContain("1 replacement");
  });

  it("may be unread where the hash of its content is given", async () => {
    await bench.put("a", "x\n");
    const byHash = { expected_hash: sha256(new TextEncoder().encode("x\n")) };
    expect(await edit("a", "x", "y", byHash)).toContain("1 replacement");
  });

  it("may be unread for one exact match where the host says so", async () => {
    bench = await fileToolsBench([editTool({ readPolicy: "edit-exact" })]);
    await bench.put("a", "x\n“q”\n");
    expect(await edit("a", '"q"', "y")).toContain("NOT_READ");
    expect(await edit("a", "x", "y")).toContain("1 replacement");
  });

  it("must be what is there now; the refusal shows what changed", async () => {
    await bench.put("a", "1\n2\n3\n4\n5\n6\n7\n");
    await bench.show("a");
    await bench.put("a", "1\n2\n3\nfour\n5\n6\n7\n");
    const call = { file_path: "a", old_string: "7", new_string: "x" };
    const settled = await bench.settle("edit", call);
    expect(settled.result.error?.reason).toBe("STALE");
    expect(textOf(settled)).toBe(
      [
        "Error executing tool: STALE a changed on disk since you read it (line 4 differs), so nothing was changed. " +
          "It is read now, as shown below. Make the same call again, or a corrected one.",
        "=== a ===",
        "     2\t2",
        "     3\t3",
        "     4\tfour",
        "     5\t5",
        "     6\t6",
        "[lines 2-6 of 7; next: offset=7]",
      ].join("\n"),
    );
    expect(await edit("a", "7", "x")).toContain("1 replacement");
  });

  it("is what it wrote itself, but not what another agent wrote", async () => {
    await bench.put("a", "1\n");
    await bench.show("a");
    expect(await edit("a", "1", "2")).toContain("1 replacement");
    expect(await edit("a", "2", "3")).toContain("1 replacement");
    const other = await bench.otherAgent().exec({
      name: "edit",
      arguments: { file_path: "a", old_string: "3", new_string: "4" },
    });
    expect(textOf(other)).toContain("NOT_READ");
  });

  it("may be a part for one place, but not for all places", async () => {
    await bench.put("a", "x\ny\nx\n");
    await bench.show("a", false);
    expect(await edit("a", "y", "Y")).toContain("1 replacement");
    expect(await edit("a", "x", "z", { replace_all: true })).toContain("Only a part of a was read before editing it");
    expect(await edit("a", "x", "z", { replace_all: true })).toContain("2 replacements");
  });

  it("is none with two empty texts: nothing is created", async () => {
    expect(await edit("none", "", "")).toContain("old_string and new_string are both empty");
    expect(await bench.workspace.files.stat(bench.path("none"))).toBeUndefined();
  });

  it("is checked against a hash that the model gives", async () => {
    await bench.put("a", "x\n");
    await bench.show("a");
    expect(await edit("a", "x", "y", { expected_hash: "0".repeat(64) })).toContain(
      "STALE a does not have the expected_hash",
    );
    expect(await edit("a", "x", "y")).toContain("1 replacement");
    expect(await edit("none", "", "y", { expected_hash: "0".repeat(64) })).toContain("NOT_FOUND");
  });
});

describe("six parallel edits to one file", () => {
  it("all arrive, in the order of the calls", async () => {
    await bench.put("a", "0");
    await bench.show("a");
    const calls = Array.from({ length: 6 }, (_, index) => edit("a", `${index}`, `${index}${index + 1}`));
    const heads = (await Promise.all(calls)).map((text) => text.split("\n")[0]);
    expect(heads).toEqual(Array(6).fill("Edited a: 1 replacement at line 1 (+1 −1)"));
    expect(await bench.text("a")).toBe("0123456");
    expect(bench.logged.length).toBe(6);
  });
});

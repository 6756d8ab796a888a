import { chmod, stat, symlink } from "node:fs/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { type FileToolsBench, fileToolsBench } from "../../../test/file-tools-bench.ts";
import { applyPatchTool } from "./apply-patch.tool.ts";

let bench: FileToolsBench;

beforeEach(async () => {
  bench = await fileToolsBench([applyPatchTool()]);
  await bench.put("a", "1\n2\n3\n");
  await bench.put("b", "b\n");
  await bench.put("c", "c\n");
});

const apply = (body: string, more = {}): Promise<string> =>
  bench.run("apply_patch", { patch: `*** Begin Patch\n${body}\n*** End Patch`, ...more });

const ALL = [
  "*** Update File: a",
  " 1",
  "-2",
  "+two",
  "*** Add File: new/d",
  "+d",
  "*** Delete File: b",
  "*** Update File: ./c",
  "*** Move to: new/e",
].join("\n");

async function left(): Promise<string[]> {
  const { files } = bench.workspace;
  return (await files.list(bench.workspace.root)).map((entry) => entry.name);
}

describe("apply_patch", () => {
  it("changes all files and says what it did, a line each", async () => {
    await chmod(bench.path("c"), 0o755);
    await bench.show("a");
    expect(await apply(ALL)).toBe(["M a (+1 −1)", "A new/d (+1)", "D b", "R c → new/e"].join("\n"));
    expect(await left()).toEqual(["a", "new"]);
    expect([await bench.text("a"), await bench.text("new/d"), await bench.text("new/e")]).toEqual([
      "1\ntwo\n3\n",
      "d\n",
      "c\n",
    ]);
    expect((await stat(bench.path("new/e"))).mode & 0o777).toBe(0o755);
    expect(bench.logged.length).toBe(1);
  });

  it("writes nothing in a dry run", async () => {
    await bench.show("a");
    expect(await apply(ALL, { dry_run: true })).toContain("Preview, nothing was written.\nM a (+1 −1)\n");
    expect(await left()).toEqual(["a", "b", "c"]);
  });

  it("changes nothing when one file cannot be changed", async () => {
    await bench.show("a");
    expect(await apply(`${ALL}\n*** Add File: x\n+x\n*** Delete File: none`)).toContain(
      "NOT_FOUND none does not exist. Use *** Add File to create it. Nothing was changed.",
    );
    expect(await left()).toEqual(["a", "b", "c"]);
    expect(await bench.text("a")).toBe("1\n2\n3\n");
  });

  it("wants files read that it changes, and known files as they were", async () => {
    await bench.show("b");
    await bench.put("b", "changed\n");
    const refused = await apply(ALL);
    expect(refused).toContain("NOT_READ a was not read before patching it, so nothing was changed.");
    expect(refused).toContain("b changed on disk since you read it (line 1 differs), so nothing was changed.");
    expect(refused).toContain("=== a ===\n     1\t1\n     2\t2\n     3\t3\n=== b ===\n     1\tchanged");
    expect(await left()).toEqual(["a", "b", "c"]);
    expect(await apply(ALL)).toContain("M a (+1 −1)");
  });

  it("sees one file behind two names", async () => {
    await symlink("a", bench.path("link"));
    await bench.show("a");
    expect(await apply("*** Update File: a\n-1\n+x\n*** Update File: link\n-2\n+y")).toContain("link is named twice");
  });

  it("does not delete or move what a link points to", async () => {
    await symlink("b", bench.path("link"));
    expect(await apply("*** Delete File: link")).toContain("link is a symbolic link.");
    expect(await left()).toEqual(["a", "b", "c", "link"]);
  });

  it("does not leave the workspace", async () => {
    const { result } = await bench.settle("apply_patch", {
      patch: "*** Begin Patch\n*** Add File: ../x\n+x\n*** End Patch",
    });
    expect(result.error?.code).toBe("security_violation");
  });

  it("says which line of a patch is wrong", async () => {
    expect(await apply("*** Update File: a\nx")).toContain("INVALID_PATCH line 3 of the patch:");
  });

  it("knows afterwards what it wrote", async () => {
    await bench.show("a");
    await apply(ALL);
    expect(await apply("*** Update File: new/d\n-d\n+D\n*** Update File: a\n-two\n+2")).toBe(
      "M new/d (+1 −1)\nM a (+1 −1)",
    );
    expect(await apply("*** Update File: new/e\n-c\n+C")).toContain("NOT_READ");
  });

  it("shows a file that was not read instead of what in it does not fit", async () => {
    expect(await apply("*** Update File: a\n-nowhere\n+x")).toMatch(/NOT_READ a was not read[\s\S]*=== a ===/);
    expect(await apply("*** Update File: a\n-nowhere\n+x")).toContain("NO_MATCH");
  });
});

import { mkdir, mkdtemp, realpath, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLocalWorkspace } from "../local/local-workspace.adapter.ts";
import { createMemoryWorkspace } from "../memory/memory-workspace.adapter.ts";
import { FileError } from "./file-error.ts";
import { isInside } from "./is-inside.ts";
import { resolvePath } from "./resolve-path.ts";

async function scene() {
  const top = await realpath(await mkdtemp(join(tmpdir(), "paths-")));
  const root = join(top, "repo");
  for (const directory of ["repo/src", "repo/@scope", "repo-evil", "home"])
    await mkdir(join(top, directory), { recursive: true });
  for (const file of ["repo/src/a.ts", "repo/@scope/x", "repo-evil/secret", "home/note"])
    await writeFile(join(top, file), "x");
  return { top, root, workspace: await createLocalWorkspace({ root, home: join(top, "home") }) };
}

const OUTSIDE = { code: "security_violation" };

describe("resolvePath", () => {
  it("says which path could not be looked at", async () => {
    const workspace = await createMemoryWorkspace({ files: { a: "" } });
    const files = { ...workspace.files, realPath: () => Promise.reject(new FileError("DENIED")) };
    await expect(resolvePath({ ...workspace, files }, "d/f")).rejects.toMatchObject({
      code: "user_error",
      message: "d/f may not be opened: permission denied.",
    });
  });

  it("takes relative and absolute paths, and a leading @", async () => {
    const { root, workspace } = await scene();
    const real = join(root, "src/a.ts");
    for (const given of ["src/a.ts", "./src/../src/a.ts", real, "@src/a.ts", `@${real}`]) {
      expect(await resolvePath(workspace, given)).toEqual({ real, lexical: real, shown: "src/a.ts", exists: true });
    }
    expect(await resolvePath(workspace, ".")).toMatchObject({ real: root, shown: "." });
    expect(await resolvePath(workspace, "a.ts", join(root, "src"))).toMatchObject({ shown: "src/a.ts" });
  });

  it("keeps the @ of a folder that has one", async () => {
    const { workspace } = await scene();
    expect(await resolvePath(workspace, "@scope/x")).toMatchObject({ shown: "@scope/x", exists: true });
    expect(await resolvePath(workspace, "@scope/new")).toMatchObject({ shown: "@scope/new", exists: false });
  });

  it("expands ~, inside the root only", async () => {
    const { top, root, workspace } = await scene();
    await expect(resolvePath(workspace, "~/note")).rejects.toMatchObject(OUTSIDE);
    await expect(resolvePath(workspace, "~")).rejects.toMatchObject(OUTSIDE);
    const wide = await createLocalWorkspace({ root: top, home: join(top, "home") });
    expect(await resolvePath(wide, "~/note")).toMatchObject({ shown: "home/note", exists: true });
    expect(await resolvePath(workspace, "~user")).toMatchObject({ real: join(root, "~user"), exists: false });
  });

  it("refuses what lies outside, a sibling with the same beginning too", async () => {
    const { top, workspace } = await scene();
    for (const given of [
      "..",
      "../repo-evil/secret",
      "src/../../repo-evil/secret",
      join(top, "repo-evil/secret"),
      "/",
    ]) {
      await expect(resolvePath(workspace, given)).rejects.toMatchObject(OUTSIDE);
    }
  });

  it("lets names that begin with two dots be names", async () => {
    const { workspace } = await scene();
    expect(await resolvePath(workspace, "..foo/..bar")).toMatchObject({ shown: "..foo/..bar", exists: false });
  });

  it("judges where links lead, also through missing and dangling ones", async () => {
    const { top, root, workspace } = await scene();
    await symlink(join(top, "repo-evil"), join(root, "out"));
    await symlink(join(top, "nowhere"), join(root, "dangling"));
    await symlink("src", join(root, "in"));
    await symlink("dangling", join(root, "twice"));
    for (const given of ["out", "out/secret", "out/new/deep", "dangling", "dangling/new", "twice"]) {
      await expect(resolvePath(workspace, given)).rejects.toMatchObject(OUTSIDE);
    }
    expect(await resolvePath(workspace, "in/a.ts")).toMatchObject({ real: join(root, "src/a.ts"), shown: "in/a.ts" });
    expect(await resolvePath(workspace, "in/new.ts")).toMatchObject({ real: join(root, "src/new.ts"), exists: false });
  });

  it("refuses a circle of links, an empty path and a NUL", async () => {
    const { root, workspace } = await scene();
    await symlink("one", join(root, "two"));
    await symlink("two", join(root, "one"));
    for (const given of ["one", "", "  ", "a\0b"]) {
      await expect(resolvePath(workspace, given)).rejects.toMatchObject({ code: "user_error" });
    }
  });

  it("takes no address of a file for a path, and says which path to send", async () => {
    const { root, workspace } = await scene();
    for (const [given, meant] of [
      ["file:///c.txt", "c.txt"],
      ["file://c.txt", "c.txt"],
      ["FILE:/c.txt", "c.txt"],
      ["file://src/a%20b.ts", "src/a b.ts"],
      ["file://localhost/src/a.ts", "src/a.ts"],
      [`file://${root}/src/a.ts`, "src/a.ts"],
      [`file://${root}`, "."],
      ["file:///100%", "100%"],
    ] as const)
      await expect(resolvePath(workspace, given)).rejects.toMatchObject({
        code: "user_error",
        message: `${given} is an address and no path.`,
        suggestion: `Send the path: "${meant}".`,
      });
    expect(await resolvePath(workspace, "file:name")).toMatchObject({ shown: "file:name", exists: false });
  });

  it("finds a file stored under another spelling", async () => {
    const { root, workspace } = await scene();
    const shot = "Screenshot 9.41.00\u202FAM.png";
    for (const name of ["cafe\u0301.txt", "it\u2019s.txt", shot]) await writeFile(join(root, name), "x");
    expect(await resolvePath(workspace, "caf\u00e9.txt")).toMatchObject({
      real: join(root, "cafe\u0301.txt"),
      exists: true,
    });
    expect(await resolvePath(workspace, "it's.txt")).toMatchObject({ shown: "it\u2019s.txt", exists: true });
    expect(await resolvePath(workspace, "Screenshot 9.41.00 AM.png")).toMatchObject({ shown: shot, exists: true });
  });

  it("never gives a path outside, whatever is asked", async () => {
    const workspace = await createMemoryWorkspace({ files: { "a/b": "" } });
    await workspace.files.makeLink("/home", "/work/home");
    await workspace.files.makeLink("..", "/work/up");
    const part = fc.constantFrom("..", ".", "", "a", "b", "up", "home", "~", "@", "@a", "new", "..x");
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 6 }), fc.boolean(), async (parts, absolute) => {
        const given = (absolute ? "/" : "") + parts.join("/");
        const resolved = await resolvePath(workspace, given).catch(() => undefined);
        if (resolved !== undefined) expect(isInside(workspace.root, resolved.real)).toBe(true);
      }),
    );
  });
});

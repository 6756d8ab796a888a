import { mkdir, mkdtemp, realpath, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeRealPaths } from "@toolwright/shell-judge";
import { beforeAll, describe, expect, it } from "vitest";
import { permissions } from "../../test/permissions.ts";
import type { PermissionOptions } from "./create-permissions.ts";

describe("links", () => {
  let root = "";
  beforeAll(async () => {
    const base = await realpath(await mkdtemp(join(tmpdir(), "permissions-")));
    root = join(base, "repo");
    await mkdir(join(root, "src"), { recursive: true });
    await mkdir(join(root, "nested", ".git"), { recursive: true });
    await mkdir(join(root, "bare", "objects"), { recursive: true });
    await writeFile(join(root, "bare", "HEAD"), "");
    await mkdir(join(base, "outside", "deep"), { recursive: true });
    await writeFile(join(base, "outside", "secret"), "");
    await writeFile(join(root, ".env"), "");
    await symlink(join(base, "outside"), join(root, "out"));
    await symlink("../outside/deep", join(root, "deep"));
    await symlink(".env", join(root, "innocent.txt"));
    await symlink("src", join(root, "source"));
    await mkdir(join(root, "nested", "below"));
    await symlink("nested/below", join(root, "inner"));
    await symlink("loop", join(root, "loop"));
    await symlink(root, join(base, "alias"));
  });

  const verdict = async (command: string, options: Partial<PermissionOptions> = {}) =>
    (
      await permissions(
        { allow: ["Bash(touch:*)", "Bash(make:*)"] },
        { root, realPaths: nodeRealPaths(), ...options },
      ).decide("bash", {
        command,
      })
    ).verdict;

  it.each([
    ["cat src/a", "allow"],
    ["cat source/a", "allow"],
    ["cat out/secret", "ask"],
    ["cat out/not/there", "ask"],
    ["cat deep/../secret", "ask"],
    ["cat out/*", "ask"],
    ["cd out && cat secret", "ask"],
    ["cat innocent.txt", "deny"],
    ["cat < innocent.txt", "deny"],
    ["cat loop", "ask"],
    ["touch out/new", "ask"],
    ["touch source/new", "allow"],
    ["echo x > out/new", "ask"],
    ["git -C src status", "allow"],
    ["cd src && git status", "allow"],
    ["git -C nested status", "ask"],
    ["cd nested && git status", "ask"],
    ["git -C bare status", "ask"],
    ["git -C out status", "ask"],
    ["git -C inner status", "ask"],
    ["cd inner && git status", "ask"],
    ["git -C source status", "allow"],
    ["cd source && git status", "allow"],
    ["make -C src all", "allow"],
    ["make -C out all", "ask"],
    ["cd nested && cat a", "allow"],
  ])("%j: %s", async (command, expected) => {
    expect(await verdict(command)).toBe(expected);
  });

  it("a root that is itself reached through a link is the same root", async () => {
    const alias = join(root, "..", "alias");
    expect(await verdict("cat src/a", { root: alias })).toBe("allow");
    expect(await verdict("cat out/secret", { root: alias })).toBe("ask");
  });

  it("a look-up that fails asks", async () => {
    const broken = { realPath: () => Promise.reject(new Error("no disk")) };
    expect(await verdict("cat src/a", { realPaths: broken })).toBe("ask");
  });
});

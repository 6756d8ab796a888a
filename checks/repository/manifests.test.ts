import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, it } from "vitest";
import { packageFolders } from "./source-files.ts";

const copy = mkdtempSync(join(tmpdir(), "toolwright-manifests-"));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

it("one field of the root says where every package, its issues and its pages are", () => {
  const root = JSON.parse(readFileSync("package.json", "utf8"));
  writeFileSync(join(copy, "package.json"), JSON.stringify({ ...root, repository: "https://example.com/tools" }));
  for (const folder of packageFolders()) {
    mkdirSync(join(copy, folder), { recursive: true });
    for (const name of ["package.json", "README.md"]) cpSync(join(folder, name), join(copy, folder, name));
  }
  const { status } = spawnSync(process.execPath, [resolve("scripts/sync-manifests.mjs")], { cwd: copy });
  expect(status).toBe(0);
  const addresses = packageFolders().map((folder) => {
    const { repository, bugs, homepage } = JSON.parse(readFileSync(join(copy, folder, "package.json"), "utf8"));
    return { repository, bugs, homepage };
  });
  expect(addresses).toEqual(
    packageFolders().map((directory) => ({
      repository: { type: "git", url: "git+https://example.com/tools.git", directory },
      bugs: "https://example.com/tools/issues",
      homepage: `https://example.com/tools/tree/main/${directory}#readme`,
    })),
  );
});

it("no package differs from what the root says", () => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/sync-manifests.mjs", "--check"]);
  expect({ status, stderr: String(stderr) }).toEqual({ status: 0, stderr: "" });
});

// What npm runs before it packs a package: builds everything anew, so that no tarball holds a file whose source is
// gone, and writes the pages into the package that everybody has. Where many packages are packed in a row, all is built
// once before.
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { writePages } from "./pages/written-pages.ts";
import { repositoryUrl } from "./sync-manifests.mjs";

if (process.env.TOOLWRIGHT_BUILT !== "1") {
  const root = resolve(import.meta.dirname, "..");
  for (const words of [
    ["exec", "--", "tsc", "-b", "--clean"],
    ["run", "--silent", "prepare"],
  ]) {
    const { status } = spawnSync("npm", words, { cwd: root, stdio: ["ignore", 2, 2] });
    if (status !== 0) process.exit(status ?? 1);
  }
  process.chdir(root);
  writePages({ folder: "runtime/core/docs", pictures: false, url: repositoryUrl() });
}

// What npm runs before it packs a package: builds everything anew, so that no tarball holds a file whose source is
// gone. A release packs many packages in a row: it builds once and says so.
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";

if (process.env.TOOLWRIGHT_BUILT !== "1") {
  const root = resolve(import.meta.dirname, "..");
  for (const words of [
    ["exec", "--", "tsc", "-b", "--clean"],
    ["run", "--silent", "prepare"],
  ]) {
    const { status } = spawnSync("npm", words, { cwd: root, stdio: ["ignore", 2, 2] });
    if (status !== 0) process.exit(status ?? 1);
  }
}

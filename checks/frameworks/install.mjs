// Installs the frameworks that `@toolwright/adapters` and `checks/frameworks` are tried with, by the lock file of
// `checks/frameworks`, and lets the package find them, as it would in a project that has them; and vitest-evals with
// the Vitest that it is made for, by a lock file of its own. Does nothing where that was done.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const folder = join(root, "checks/frameworks");
const own = join(root, "runtime/adapters/node_modules");

install(folder, "the frameworks of checks/frameworks (300 MB)");
install(join(folder, "vitest-evals"), "vitest-evals (54 MB)");
const { peerDependencies } = JSON.parse(readFileSync(join(root, "runtime/adapters/package.json"), "utf8"));
for (const name of Object.keys(peerDependencies)) {
  const link = join(own, name);
  if (name === "ai" || existsSync(link)) continue;
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(join(folder, "node_modules", name), link);
  // What was compiled for tests before remembers that it was not there.
  rmSync(join(root, "node_modules/.vitest-cache"), { recursive: true, force: true });
}

function install(cwd, what) {
  const installed = join(cwd, "node_modules/.package-lock.json");
  const isNew =
    existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(cwd, "package-lock.json")).mtimeMs;
  if (isNew) return;
  console.log(`Installing ${what} …`);
  const { status } = spawnSync("npm", ["ci", "--ignore-scripts"], { cwd, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

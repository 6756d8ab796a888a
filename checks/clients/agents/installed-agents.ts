import { spawnSync } from "node:child_process";
import { existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

const FOLDER = import.meta.dirname;
const MODULES = join(FOLDER, "node_modules");
const INSTALL_MS = 600_000;

/** The folder of the agents' programs; undefined, after one line that says why, where they cannot be installed. */
export function installedAgents(): string | undefined {
  const installed = join(MODULES, ".package-lock.json");
  const wanted = join(FOLDER, "package.json");
  if (existsSync(installed) && statSync(installed).mtimeMs > statSync(wanted).mtimeMs) return join(MODULES, ".bin");
  console.log("Installing opencode, pi and Codex CLI (950 MB) …");
  const steps: readonly (readonly [string, readonly string[]])[] = [
    // No lock file: it would have to name the programs of all machines, some of which not every registry has.
    ["npm", ["install", "--ignore-scripts", "--no-package-lock"]],
    // It only puts the program for this machine where the package looks for it.
    [process.execPath, [join(MODULES, "opencode-ai/postinstall.mjs")]],
  ];
  for (const [command, args] of steps) {
    const { status, stderr, error } = spawnSync(command, args, { cwd: FOLDER, encoding: "utf8", timeout: INSTALL_MS });
    if (status === 0) continue;
    const why = (stderr || String(error ?? "it took too long")).trim().split("\n").at(-1);
    rmSync(MODULES, { recursive: true, force: true });
    console.log(`skipped: opencode, pi and Codex CLI, because they cannot be installed here (${why})`);
    return undefined;
  }
  return join(MODULES, ".bin");
}

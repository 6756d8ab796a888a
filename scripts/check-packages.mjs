// Holds every tarball of what is built to what the tools of its users expect: publint for the manifest, attw for the
// types, and what else has to be in it.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packPackages } from "./pack.mjs";
import { tarballProblems } from "./tarball-problems.mjs";

const folder = mkdtempSync(join(tmpdir(), "toolwright-packages-"));
let failed = 0;
try {
  for (const packed of await packPackages({ folder, isBuilt: true })) {
    const problems = await problemsOf(packed);
    if (problems.length > 0) console.error(`${packed.name}:\n${problems.join("\n")}`);
    failed += problems.length;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;

async function problemsOf(packed) {
  const manifest = JSON.parse(readFileSync(join(packed.cwd, "package.json"), "utf8"));
  const words = [packed.tarball, "--profile", "esm-only", "--quiet"];
  const { status, stdout, stderr } = spawnSync("attw", words, { encoding: "utf8" });
  return [...(await tarballProblems(packed, manifest)), ...(status === 0 ? [] : [`${stdout}${stderr}`])];
}

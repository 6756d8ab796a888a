// Holds every package to what its users' tools expect: publint for the manifest, attw for the types.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";

let failed = 0;
for (const name of readdirSync("packages")) {
  run("publint", ["run", `packages/${name}`, "--strict"], name);
  run("attw", ["--pack", `packages/${name}`, "--profile", "esm-only", "--quiet"], name);
}
process.exitCode = failed === 0 ? 0 : 1;

function run(tool, args, name) {
  const { status, stdout, stderr } = spawnSync(tool, args, { encoding: "utf8" });
  if (status === 0) return;
  failed += 1;
  console.error(`${tool} on packages/${name}:\n${stdout}${stderr}`);
}

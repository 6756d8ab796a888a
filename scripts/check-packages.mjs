// Holds every package to what its users' tools expect: publint for the manifest, attw for the types, and what else
// has to be in it.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { packageFolders } from "./package-folders.mjs";

// What is built is what is looked at: otherwise all packages would be built anew to pack each of them.
const env = { ...process.env, TOOLWRIGHT_BUILT: "1" };
let failed = 0;
for (const folder of packageFolders()) {
  run("publint", ["run", folder, "--strict"], folder);
  for (const file of ["README.md", "LICENSE"]) need(`${folder}/${file}`);
  run("attw", ["--pack", folder, "--profile", "esm-only", "--quiet"], folder);
}
process.exitCode = failed === 0 ? 0 : 1;

function need(file) {
  if (existsSync(file)) return;
  failed += 1;
  console.error(`${file} is missing: npm takes no licence and no page from outside the package.`);
}

function run(tool, args, folder) {
  const { status, stdout, stderr } = spawnSync(tool, args, { encoding: "utf8", env });
  if (status === 0) return;
  failed += 1;
  console.error(`${tool} on ${folder}:\n${stdout}${stderr}`);
}

// What hidden files cost a line that only looks, among 50,000 files in 5,500 folders: finding them, and mounting.
// Usage: npm run hidden -- [--hidden=10,30,100,300,1000,3000]
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nodeRealPaths } from "@toolwright/shell-judge";
import { createLocalWorkspace, createPermissions, createSandbox } from "@toolwright/workspace";
import { absentFiles } from "../../runtime/workspace/src/sandbox/absent-files.ts";
import { machine, table } from "./measure/measure.mjs";

const FILES = 50_000;
const FOLDERS = 5_500;
const ROUNDS = 5;

const counts = (process.argv.find((word) => word.startsWith("--hidden="))?.slice(9) ?? "10,30,100,300,1000,3000")
  .split(",")
  .map(Number);

const rows = [];
for (const count of counts) rows.push([String(count), ...(await measured(count))]);
console.log(`${FILES} files in ${FOLDERS} folders, one hidden file a folder. ${machine()}\n`);
console.log(table(["hidden files", "paths hidden", "found again, ms of CPU", "started, ms"], rows));

async function measured(count) {
  // Not `/tmp`, which is another folder inside.
  const base = mkdtempSync("/var/tmp/hidden-files-");
  const folders = ["work", "home", "state"].map((name) => join(base, name));
  for (const folder of folders) mkdirSync(folder);
  const [root = "", home = "", stateDirectory = ""] = folders;
  try {
    fill(root, count);
    const { guard } = createPermissions({ root, home, realPaths: nodeRealPaths() });
    const look = () => absentFiles(root, guard.denies);
    await look();
    // Only a folder that has rested shows each change.
    await new Promise((resolve) => setTimeout(resolve, 100));
    // Some hundred folders more are watched each time.
    for (let time = 0; time < FOLDERS / 400; time += 1) await look();
    const found = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = process.cpuUsage();
      await look();
      const { user, system } = process.cpuUsage(before);
      found.push((user + system) / 1_000);
    }
    const { paths } = await look();
    const workspace = await createLocalWorkspace({ root, home, stateDirectory });
    const made = await createSandbox(workspace, { mode: "workspace-write", network: false, gitWrites: false });
    if (!made.ok) throw new Error(made.reason);
    const started = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const start = await made.sandbox.prepare(root, paths);
      const [program = "", ...args] = start.wrap(["/bin/true"]);
      const since = performance.now();
      const { status, stderr } = spawnSync(program, args, { env: { ...process.env, ...start.env } });
      if (status !== 0) throw new Error(String(stderr));
      started.push(performance.now() - since);
      await start.release();
    }
    return [String(paths.length), median(found).toFixed(1), median(started).toFixed(0)];
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

function fill(root, hidden) {
  for (let index = 0; index < FOLDERS; index += 1) {
    const folder = join(root, `g${index % 55}`, `p${index}`);
    mkdirSync(folder, { recursive: true });
    const files = Math.floor(FILES / FOLDERS) + (index < FILES % FOLDERS ? 1 : 0);
    for (let file = 0; file < files; file += 1)
      writeFileSync(join(folder, file === 0 && index < hidden ? ".env" : `f${file}.ts`), "x\n");
  }
}

function median(numbers) {
  return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}

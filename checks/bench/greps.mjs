// 300 searches in one step, all in the same tree: the time and the CPU time of the program, by process.
// Usage: npm run greps -- [--searches=300] [--rounds=3] [--tree=FOLDER] [--against=FOLDER]
// `--against`: another checkout of this repository, built; it takes turns with this one. `--tree`: what is searched,
// this repository's packages.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { machine, table } from "./measure/measure.mjs";

const here = fileURLToPath(new URL("../..", import.meta.url));
const WORDS = [
  "defineTool",
  "journal",
  "secret",
  "abort",
  "deadline",
  "policy",
  "lease",
  "approval",
  "registry",
  "undo",
];

if (process.argv[2] === "--child") await child(process.argv[3], process.argv[4], Number(process.argv[5]));
else compare();

function compare() {
  const [searches, rounds] = [Number(named("searches") ?? 300), Number(named("rounds") ?? 3)];
  const [tree, against] = [named("tree") ?? `${here}packages`, named("against")];
  const subjects = [...(against === undefined ? [] : [["before", `${against}/`]]), ["now", here]];
  const rows = [];
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, checkout] of subjects) {
      const args = [fileURLToPath(import.meta.url), "--child", checkout, tree, String(searches)];
      const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
      if (status !== 0) throw new Error(stderr);
      rows.push([`${name} ${round}`, ...JSON.parse(stdout)]);
    }
  }
  console.log(`${searches} searches in one step. ${machine()}\n`);
  console.log(table(["", "s", "s of CPU", "s of CPU in ripgrep"], rows));
}

async function child(checkout, tree, searches) {
  const load = (name) => import(pathToFileURL(`${checkout}runtime/${name}/dist/index.js`).href);
  const { ToolRegistry, ToolRunner } = await load("core");
  const { createLocalWorkspace, grepTool, workspaceOverrides } = await load("workspace");
  const workspace = await createLocalWorkspace({ root: tree });
  const runner = new ToolRunner({
    registry: new ToolRegistry([grepTool()]),
    overrides: workspaceOverrides({ workspace }),
  });
  const calls = Array.from({ length: searches }, (_, index) => ({
    id: `c${index}`,
    name: "grep",
    arguments: { pattern: `${WORDS[index % WORDS.length]}\\w*|never${index}` },
  }));
  const [began, cpuBegan] = [performance.now(), process.cpuUsage()];
  const settled = await runner.execAll(calls);
  const { user, system } = process.cpuUsage(cpuBegan);
  const seconds = (performance.now() - began) / 1_000;
  const matches = settled.filter(({ message }) => /\.ts/.test(String(message.content))).length;
  if (matches !== searches) throw new Error(`${searches - matches} searches found nothing`);
  const figures = [seconds, (user + system) / 1e6, childSeconds()].map((figure) => figure.toFixed(1));
  process.stdout.write(JSON.stringify(figures));
}

/** CPU seconds of the processes that were started and have ended. Linux counts them in hundredths. */
function childSeconds() {
  const stat = readFileSync("/proc/self/stat", "latin1");
  const [user, system] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(13, 15)
    .map(Number);
  return (user + system) / 100;
}

function named(name) {
  return process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
}

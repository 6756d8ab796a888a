// A rare word in 50,000 files: `grep` beside ripgrep alone, on the clock and by the processor.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ToolRegistry, ToolRunner } from "@toolwright/core";
import { createLocalWorkspace, grepTool, workspaceOverrides } from "@toolwright/workspace";
import { rgPath } from "@vscode/ripgrep";

const ROUNDS = 11;
const WORD = "needle_in_the_haystack";
const root = await mkdtemp(join(tmpdir(), "bench-grep-"));
const text = "const value = compute(17); // a line as there are many\n".repeat(40);
for (let folder = 0; folder < 500; folder += 1) {
  const path = join(root, `folder-${folder}`);
  await mkdir(path);
  const files = Array.from({ length: 100 }, (_, file) => writeFile(join(path, `file-${file}.ts`), text));
  await Promise.all(files);
}
for (const folder of [3, 250, 499]) await writeFile(join(root, `folder-${folder}/file-7.ts`), `${text}${WORD}\n`);

const workspace = await createLocalWorkspace({ root });
const registry = new ToolRegistry([grepTool()]);
const runner = new ToolRunner({ registry, overrides: workspaceOverrides({ workspace }), redundancy: "off" });
const who = {
  "Toolwright's grep": async () => {
    const { message } = await runner.exec({ name: "grep", arguments: { pattern: WORD } });
    if (message.content.split(WORD).length !== 4) throw new Error(message.content);
  },
  "rg alone": async () => void spawnSync(rgPath, ["--no-config", "--line-number", WORD, root]),
  "rg --sort=path": async () => void spawnSync(rgPath, ["--no-config", "--line-number", "--sort=path", WORD, root]),
};
const times = new Map(Object.keys(who).map((name) => [name, { clock: [], cpu: [] }]));
for (let round = -2; round < ROUNDS; round += 1) {
  for (const [name, work] of Object.entries(who)) {
    const [start, before] = [performance.now(), cpu()];
    await work();
    if (round < 0) continue;
    times.get(name).clock.push(performance.now() - start);
    times.get(name).cpu.push(cpu() - before);
  }
}
await rm(root, { recursive: true });

const alone = times.get("rg alone");
console.log(
  "| 50,000 files | ms on the clock | beside rg | ms of CPU, children too | beside rg |\n| --- | ---: | ---: | ---: | ---: |",
);
for (const [name, { clock, cpu: own }] of times) {
  const ratio = (some, others) => (median(some) / median(others)).toFixed(2);
  console.log(
    `| ${name} | ${shown(clock)} | ${ratio(clock, alone.clock)} | ${shown(own)} | ${ratio(own, alone.cpu)} |`,
  );
}

/** Milliseconds of this process and of its children that have ended, in steps of 10. */
function cpu() {
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1].split(" ").map(Number);
  return 10 * (fields[11] + fields[12] + fields[13] + fields[14]);
}

function median(some) {
  return some.toSorted((one, other) => one - other)[Math.floor(some.length / 2)];
}

function shown(some) {
  return `${median(some).toFixed(0)} (${Math.min(...some).toFixed(0)}–${Math.max(...some).toFixed(0)})`;
}

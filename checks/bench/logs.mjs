// Milliseconds of CPU of `read` in a log of 94 MB, beside head and tail.

import { spawnSync } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { ToolRegistry, ToolRunner } from "@toolwright/core";
import { createLocalWorkspace, readTool, workspaceOverrides } from "@toolwright/workspace";

const ROUNDS = 9;
const root = await mkdtemp(join(tmpdir(), "bench-log-"));
const log = join(root, "big.log");
const out = createWriteStream(log);
for (let line = 0; line < 1_000_000; line += 1000) {
  const some = Array.from(
    { length: 1000 },
    (_, at) =>
      `2026-11-29T12:00:00.000Z [info] request ${line + at} served in ${at % 90} ms, status ${at % 7 ? 200 : 404}, cached\n`,
  );
  out.write(some.join(""));
}
out.end();
await finished(out);

const workspace = await createLocalWorkspace({ root });
const overrides = workspaceOverrides({ workspace });
const runner = new ToolRunner({ registry: new ToolRegistry([readTool()]), overrides });
const read = async (args) => {
  const { result } = await runner.exec({ name: "read", arguments: { file_paths: ["big.log"], ...args } });
  if (result.isError) throw new Error(result.error.message);
};
console.log(
  "| lines of a log of 94 MB | Toolwright, ms of CPU | and on the clock | head or tail, on the clock |\n| --- | ---: | ---: | ---: |",
);
for (const [name, args, program] of [
  ["the first 100", { limit: 100 }, ["head", "-n100"]],
  ["the last 100", { offset: -100 }, ["tail", "-n100"]],
  ["100 in the middle", { offset: 500_000, limit: 100 }, ["sed", "-n", "500000,500099p;500099q"]],
]) {
  const ours = [];
  const clock = [];
  const peer = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [cpu, start] = [process.cpuUsage(), performance.now()];
    await read(args);
    clock.push(performance.now() - start);
    const { user, system } = process.cpuUsage(cpu);
    ours.push((user + system) / 1_000);
    const began = performance.now();
    spawnSync(program[0], [...program.slice(1), log]);
    peer.push(performance.now() - began);
  }
  console.log(`| ${name} | ${shown(ours)} | ${shown(clock)} | ${shown(peer)} |`);
}
await rm(root, { recursive: true });

function shown(times) {
  const sorted = times.toSorted((one, other) => one - other);
  const [median, least, most] = [sorted[Math.floor(ROUNDS / 2)], sorted[0], sorted.at(-1)].map((one) =>
    one.toPrecision(3),
  );
  return `${median} (${least}–${most})`;
}

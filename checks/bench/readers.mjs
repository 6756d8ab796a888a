// One conversation that many read at once, on a real server on SQLite: what each reader costs, and whether every one of
// them was told all of the run in order.
// Usage: npm run readers -- [--readers=1,10,100] [--calls=500] [--rounds=3] [--tool-ms=1] [--against=FOLDER]
// `--against`: another checkout of this repository, built; its server takes turns with this one.
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { machine, show, spread, table } from "./measure/measure.mjs";
import { cpuMs, latencies, mebibytes } from "./serve/figures.mjs";
import { followRun, readRun } from "./serve/read-run.mjs";

const counts = option("readers", "1,10,100").split(",").map(Number);
const [calls, rounds, toolMs] = [option("calls", 500), option("rounds", 3), option("tool-ms", 1)].map(Number);
const against = option("against", undefined);

const folder = mkdtempSync(join(tmpdir(), "toolwright-bench-"));
const servers = [];
try {
  if (against !== undefined) servers.push(await start("before", pathToFileURL(`${against}/checks/bench/`)));
  servers.push(await start("now", new URL("./", import.meta.url)));
  console.log(`A run of ${calls} calls of ${toolMs} ms each. ${machine()}\n`);
  const rows = [];
  for (const count of counts) rows.push(...(await measureInTurns(count)));
  const head = ["", "readers", "CPU, ms a call", "seconds", "frames/s", "result p50, ms", "p99", "peak RSS, MiB"];
  console.log(table(head, rows));
  console.log("\nEvery reader was told every event of the run once, in order.");
} finally {
  for (const { server } of servers) server.kill();
  rmSync(folder, { recursive: true, force: true });
}

async function start(name, bench) {
  const words = [join(folder, `${name}.sqlite`), String(toolMs)];
  const server = fork(fileURLToPath(new URL("./serve/server.mjs", bench)), words);
  const [{ port, token }] = await once(server, "message");
  return { name, server, port, token };
}

async function measureInTurns(count) {
  const measured = servers.map((one) => ({ one, samples: [] }));
  for (let round = 0; round < rounds; round += 1)
    for (const { one, samples } of measured) samples.push(await measure(one, count));
  return Promise.all(measured.map(({ one, samples }) => rowOf(one, count, samples)));
}

async function rowOf({ name, server }, count, samples) {
  server.send("memory");
  const [{ peak }] = await once(server, "message");
  return [
    name,
    String(count),
    spread(samples.map(({ cpu }) => cpu / calls)),
    spread(samples.map(({ seconds }) => seconds)),
    show(Math.max(...samples.map(({ frames, seconds }) => frames / seconds))),
    ...latencies(samples.flatMap(({ resultMs }) => resultMs)),
    String(mebibytes(peak)),
  ];
}

/** One begins the run, and the others read it as soon as it has a name. */
async function measure({ server, ...address }, count) {
  const [began, cpuBefore] = [performance.now(), cpuMs(server.pid)];
  const others = [];
  const begun = (threadId) => {
    for (let other = 1; other < count; other += 1) others.push(followRun(address, threadId));
  };
  const first = await readRun(address, `make ${calls} calls`, begun);
  const told = [first, ...(await Promise.all(others))];
  for (const one of told) checkTold(one, first);
  return {
    seconds: (performance.now() - began) / 1_000,
    cpu: cpuMs(server.pid) - cpuBefore,
    frames: told.reduce((sum, { frames }) => sum + frames, 0),
    resultMs: told.flatMap(({ resultMs }) => resultMs),
  };
}

/** Live output of before a reader came is not told again; all else is. */
function checkTold(told, first) {
  const whole = ({ seqs, calls: called, results, text, finishes }) =>
    JSON.stringify([seqs, called, results, text, finishes]);
  if (told.results.length === calls && told.finishes === 1 && whole(told) === whole(first)) return;
  throw new Error("A reader was not told all of the run.");
}

function option(name, otherwise) {
  return process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
}

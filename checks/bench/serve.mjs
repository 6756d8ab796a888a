// 200 streams at once, 50 tool calls each, against a real server on SQLite: the time, the latency of events, the
// memory, and whether every stream told all of its journal in order.
// Usage: npm run serve -- [--streams=200] [--calls=50] [--rounds=3] [--tool-ms=0] [--semi-space=16] [--against=FOLDER]
//   [--peer] [--model-ms=N]
// `--semi-space`: MiB of each of V8's spaces for young objects, as deploy/ has it; 0: what Node gives.
// `--against`: another checkout of this repository, built; its server takes turns with this one. `--peer`:
// so does AI SDK's `streamText`, which stores nothing. `--model-ms`: every server asks a model behind a real address,
// which answers after so many milliseconds; else a function of its own that answers at once.
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { openStore } from "@toolwright/store";
import { machine, table } from "./measure/measure.mjs";
import { checkStream } from "./serve/check-stream.mjs";
import { cpuMs, latencies, mebibytes } from "./serve/figures.mjs";
import { readRun } from "./serve/read-run.mjs";

const streams = option("streams", 200);
const calls = option("calls", 50);
const rounds = option("rounds", 3);
const toolMs = option("tool-ms", 0);
const semiSpace = option("semi-space", 16);
const modelMs = option("model-ms", undefined);

const against = process.argv.find((word) => word.startsWith("--against="))?.slice("--against=".length);

const folder = mkdtempSync(join(tmpdir(), "toolwright-bench-"));
const servers = [];
const model =
  modelMs === undefined
    ? undefined
    : fork(fileURLToPath(new URL("./serve/model-server.mjs", import.meta.url)), [String(modelMs)]);
try {
  // Every server is told by its environment.
  if (model !== undefined) [{ url: process.env.MODEL_URL }] = await once(model, "message");
  if (against !== undefined) servers.push(await start("before", pathToFileURL(`${against}/checks/bench/`)));
  servers.push(await start("now", new URL("./", import.meta.url)));
  if (process.argv.includes("--peer"))
    servers.push(await start("AI SDK", new URL("./", import.meta.url), "peer-server"));
  console.log(
    `${streams} streams of ${calls} calls, each of which takes ${toolMs} ms. ${modelMs === undefined ? "" : `A model server answers after ${modelMs} ms. `}${semiSpace > 0 ? `Semi-spaces of ${semiSpace} MiB. ` : ""}${machine()}\n`,
  );
  const rows = [];
  for (let round = 1; round <= rounds; round += 1) {
    for (const one of servers) rows.push([`${one.name} ${round}`, ...(await measure(one))]);
  }
  console.log(table(head(), rows));
  console.log("\nEvery stream told every event of its journal once, in order.");
} finally {
  for (const { server } of servers) server.kill();
  model?.kill();
  rmSync(folder, { recursive: true, force: true });
}

async function start(name, bench, program = "server") {
  const file = join(folder, `${name}.sqlite`);
  const execArgv = semiSpace > 0 ? [`--max-semi-space-size=${semiSpace}`] : [];
  const server = fork(fileURLToPath(new URL(`./serve/${program}.mjs`, bench)), [file, String(toolMs)], { execArgv });
  const [{ port, token }] = await once(server, "message");
  return { name, server, file: program === "server" ? file : undefined, port, token };
}

async function measure({ server, file, ...address }) {
  const began = performance.now();
  const cpuBefore = cpuMs(server.pid);
  const told = await Promise.all(Array.from({ length: streams }, () => readRun(address, `make ${calls} calls`)));
  const seconds = (performance.now() - began) / 1_000;
  const cpu = cpuMs(server.pid) - cpuBefore;
  const stored = file === undefined ? checkPeer(told) : await compare(told, file);
  server.send("memory");
  const [{ rss, peak }] = await once(server, "message");
  const frames = told.reduce((sum, { frames }) => sum + frames, 0);
  return [
    seconds.toFixed(1),
    Math.round((streams * calls) / seconds).toLocaleString("en"),
    Math.round(stored / seconds).toLocaleString("en"),
    Math.round(frames / seconds).toLocaleString("en"),
    (cpu / (streams * calls)).toFixed(2),
    ...latencies(told.flatMap(({ outputMs }) => outputMs)),
    ...latencies(told.flatMap(({ resultMs }) => resultMs)),
    `${mebibytes(rss)} / ${mebibytes(peak)}`,
  ];
}

/**
 * Holds every stream to its journal, which is read from the file and not from the server. Gives the number of stored
 * events.
 */
async function compare(told, file) {
  const store = openStore({ file });
  let stored = 0;
  for (const stream of told) {
    const events = await Array.fromAsync(store.journal({ channel: "web", chatId: stream.threadId }).read());
    checkStream(stream, events, calls);
    stored += events.length;
  }
  store.close();
  return stored;
}

/** What stores nothing is held to the number of calls alone. */
function checkPeer(told) {
  for (const { calls: heard, results, outputs, finishes, text } of told) {
    const isWhole = [heard, results, outputs].every(({ length }) => length === calls) && finishes === 1;
    if (!isWhole || text !== "That was all.") throw new Error("The peer did not make every call.");
  }
  return 0;
}

function head() {
  return [
    "round",
    "seconds",
    "calls/s",
    "stored events/s",
    "frames/s",
    "CPU, ms a call",
    "output p50, ms",
    "p99",
    "result p50, ms",
    "p99",
    "RSS / peak, MiB",
  ];
}

function option(name, otherwise) {
  const given = process.argv.find((word) => word.startsWith(`--${name}=`));
  return given === undefined ? otherwise : Number(given.split("=")[1]);
}

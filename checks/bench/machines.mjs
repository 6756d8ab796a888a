// Several servers on one store: conversations spread over them, each a run of tool calls that is read as it streams, a
// part of them by a second reader on another server. The events a second, their latency, the processors that servers,
// database, engine and readers used, and the memory; and whether every stream told all of its journal in order. With
// --engine runs are carried by Restate.
// Usage: npm run machines -- [--servers=1,2,4] [--conversations=1000] [--at-once=200] [--calls=50] [--tool-ms=0]
//   [--store=postgres|sqlite] [--engine] [--profile=FOLDER]; of servers and at-once there may be several: 50,100,200
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { machine, show, table } from "./measure/measure.mjs";
import { checkStream } from "./serve/check-stream.mjs";
import { openStoreAt } from "./serve/open-store-at.mjs";
import { followRun, readRun } from "./serve/read-run.mjs";

const counts = option("servers", "1,2,4").split(",").map(Number);
const loads = option("at-once", "200").split(",").map(Number);
const [conversations, calls, toolMs] = ["conversations=1000", "calls=50", "tool-ms=0"].map((given) => {
  const [name, otherwise] = given.split("=");
  return Number(option(name, otherwise));
});
const kind = option("store", "postgres");
const hasEngine = process.argv.includes("--engine");
const profiles = option("profile", "");
/** Of so many conversations one has a second reader, on another server. */
const FOLLOWED = 20;

const folder = mkdtempSync(join(tmpdir(), "toolwright-bench-"));
const beneath = hasEngine ? `${kind} and Restate` : kind;
console.log(`${conversations} conversations of ${calls} calls of ${toolMs} ms, on ${beneath}. ${machine()}\n`);
const rows = [];
try {
  for (const count of counts) for (const atOnce of loads) rows.push(await measure(count, atOnce));
  console.log(table(HEAD(), rows));
  console.log("\nEvery stream told every event of its journal once, in order, on whichever server it was read.");
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(count, atOnce) {
  const database = await startDatabase(count);
  const servers = [];
  const engine = hasEngine ? await startEngine() : { address: undefined, pids: () => [], end: async () => undefined };
  for (let number = 0; number < count; number += 1) servers.push(await startServer(database.address, engine.address));
  try {
    const before = used(servers, database, engine);
    const began = performance.now();
    const told = await runAll(servers, atOnce);
    const seconds = (performance.now() - began) / 1_000;
    const after = used(servers, database, engine);
    const stored = await compare(told, database.address);
    const memory = await Promise.all(servers.map(memoryOf));
    const cores = Object.keys(after).map((name) => show((after[name] - before[name]) / 1_000 / seconds));
    const runs = told.map(({ run }) => run);
    const followed = told.flatMap(({ follower }) => follower ?? []);
    return [
      String(count),
      String(atOnce),
      seconds.toFixed(1),
      Math.round(stored / seconds).toLocaleString("en"),
      ...latencies(runs.flatMap(({ resultMs }) => resultMs)),
      ...latencies(followed.flatMap(({ resultMs }) => resultMs)),
      ...latencies(followed.flatMap(({ outputMs }) => outputMs)),
      ...cores,
      memory.map(({ peak }) => Math.round(peak / 2 ** 20)).join(" "),
    ];
  } finally {
    for (const { server } of servers) server.send("end");
    await Promise.all(servers.map(({ server }) => server.exitCode ?? once(server, "exit")));
    await engine.end();
    await database.end();
  }
}

function HEAD() {
  return [
    "servers",
    "at once",
    "seconds",
    "stored events/s",
    "result p50, ms",
    "p99",
    "elsewhere: result p50",
    "p99",
    "output p50",
    "p99",
    "cores: servers",
    "database",
    "engine",
    "readers",
    "peak RSS, MiB",
  ];
}

async function startDatabase(count) {
  if (kind === "sqlite")
    return { address: join(folder, `${count}.sqlite`), pids: () => [], end: async () => undefined };
  const { startPostgres } = await import("../../agent/store/test/postgres/support/postgres-server.ts");
  const postgres = await startPostgres();
  return { address: postgres.url, pids: () => processesNamed("postgres"), end: postgres.end };
}

async function startEngine() {
  const { freePort, startRestate } = await import("../../agent/store/test/restate/support/restate-server.ts");
  const restate = await startRestate();
  const address = restate.address(await freePort());
  return { address, pids: () => processesNamed("restate-server"), end: restate.end };
}

async function startServer(address, engine) {
  const words = [address, String(toolMs), ...(engine === undefined ? [] : [engine])];
  const execArgv = profiles === "" ? [] : ["--cpu-prof", `--cpu-prof-dir=${profiles}`];
  const server = fork(fileURLToPath(new URL("./serve/server.mjs", import.meta.url)), words, { execArgv });
  const ended = once(server, "exit").then(() => Promise.reject(new Error("A server did not start.")));
  const [{ port, token }] = await Promise.race([once(server, "message"), ended]);
  // At its end it is told to.
  ended.catch(() => undefined);
  return { server, port, token };
}

/** So many at once, each begun on the next server. */
async function runAll(servers, atOnce) {
  const told = [];
  let next = 0;
  const worker = async () => {
    while (next < conversations) {
      const number = next;
      next += 1;
      told.push(await one(servers, number));
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, conversations) }, worker));
  return told;
}

async function one(servers, number) {
  const here = servers[number % servers.length];
  const elsewhere = servers[(number + 1) % servers.length];
  let follower;
  const begun = (threadId) => {
    if (number % FOLLOWED === 0) follower = followRun(elsewhere, threadId);
  };
  const run = await readRun(here, `make ${calls} calls`, begun);
  return { run, follower: await follower };
}

/**
 * Holds every stream to its journal, which is read from the store and not from a server. Gives the number of stored
 * events.
 */
async function compare(told, address) {
  const store = await openStoreAt(address);
  let stored = 0;
  for (const { run, follower } of told) {
    const events = await Array.fromAsync(store.journal({ channel: "web", chatId: run.threadId }).read());
    // Who joins a run that is under way does not hear what was live before: with an engine, which begins it elsewhere,
    // everybody.
    const outputs = hasEngine ? run.calls : run.outputs;
    for (const heard of follower === undefined ? [run] : [run, follower])
      checkStream({ ...heard, outputs }, events, calls);
    stored += events.length;
  }
  await store.close();
  return stored;
}

async function memoryOf({ server }) {
  server.send("memory");
  const [memory] = await once(server, "message");
  return memory;
}

function latencies(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return [0.5, 0.99].map((share) =>
    sorted.length === 0 ? "–" : show(sorted[Math.floor((sorted.length - 1) * share)]),
  );
}

/** Milliseconds of processors that were used so far. */
function used(servers, database, engine) {
  const { user, system } = process.cpuUsage();
  return {
    servers: sum(servers.map(({ server }) => cpuMs(server.pid))),
    database: sum(database.pids().map(cpuMs)),
    engine: sum(engine.pids().map(cpuMs)),
    readers: (user + system) / 1_000,
  };
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

function cpuMs(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}

function processesNamed(name) {
  const pids = readdirSync("/proc").filter((entry) => /^\d+$/.test(entry));
  return pids.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/comm`, "utf8").trim() === name;
    } catch {
      return false;
    }
  });
}

function option(name, otherwise) {
  const given = process.argv.find((word) => word.startsWith(`--${name}=`));
  return given === undefined ? otherwise : given.slice(name.length + 3);
}

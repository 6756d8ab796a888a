// Several servers on one store: conversations spread over them, each a run of tool calls that is read as it streams, a part of them
// by a second reader on another server. The events a second, their latency, the processors that servers, database and readers used, and
// the memory; and whether every stream told all of its journal in order.
// Usage: npm run machines -- [--servers=1,2,4] [--conversations=1000] [--at-once=200] [--calls=50] [--store=postgres|sqlite]
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
const [conversations, atOnce, calls] = ["conversations=1000", "at-once=200", "calls=50"].map((given) => {
  const [name, otherwise] = given.split("=");
  return Number(option(name, otherwise));
});
const kind = option("store", "postgres");
/** Of so many conversations one has a second reader, on another server. */
const FOLLOWED = 20;

const folder = mkdtempSync(join(tmpdir(), "toolwright-bench-"));
console.log(`${conversations} conversations of ${calls} calls, ${atOnce} at once, on ${kind}. ${machine()}\n`);
const rows = [];
try {
  for (const count of counts) rows.push(await measure(count));
  console.log(table(HEAD(), rows));
  console.log("\nEvery stream told every event of its journal once, in order, on whichever server it was read.");
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(count) {
  const database = await startDatabase(count);
  const servers = [];
  for (let number = 0; number < count; number += 1) servers.push(await startServer(database.address));
  try {
    const before = used(servers, database);
    const began = performance.now();
    const told = await runAll(servers);
    const seconds = (performance.now() - began) / 1_000;
    const after = used(servers, database);
    const stored = await compare(told, database.address);
    const memory = await Promise.all(servers.map(memoryOf));
    const cores = Object.keys(after).map((name) => show((after[name] - before[name]) / 1_000 / seconds));
    const runs = told.map(({ run }) => run);
    const followed = told.flatMap(({ follower }) => follower ?? []);
    return [
      String(count),
      seconds.toFixed(1),
      Math.round(stored / seconds).toLocaleString("en"),
      ...latencies(runs.flatMap(({ resultMs }) => resultMs)),
      ...latencies(followed.flatMap(({ resultMs }) => resultMs)),
      ...latencies(followed.flatMap(({ outputMs }) => outputMs)),
      ...cores,
      memory.map(({ peak }) => Math.round(peak / 2 ** 20)).join(" "),
    ];
  } finally {
    for (const { server } of servers) server.kill();
    await database.end();
  }
}

function HEAD() {
  return [
    "servers",
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
    "readers",
    "peak RSS, MiB",
  ];
}

async function startDatabase(count) {
  if (kind === "sqlite")
    return { address: join(folder, `${count}.sqlite`), pids: () => [], end: async () => undefined };
  const { startPostgres } = await import("../packages/postgres/test/support/postgres-server.ts");
  const postgres = await startPostgres();
  return { address: postgres.url, pids: () => processesNamed("postgres"), end: postgres.end };
}

async function startServer(address) {
  const server = fork(fileURLToPath(new URL("./serve/server.mjs", import.meta.url)), [address, "0"]);
  const [{ port, token }] = await once(server, "message");
  return { server, port, token };
}

/** So many at once, each begun on the next server. */
async function runAll(servers) {
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

/** Holds every stream to its journal, which is read from the store and not from a server. Gives the number of stored events. */
async function compare(told, address) {
  const store = await openStoreAt(address);
  let stored = 0;
  for (const { run, follower } of told) {
    const events = await Array.fromAsync(store.journal({ channel: "web", chatId: run.threadId }).read());
    checkStream(run, events, calls);
    if (follower !== undefined) checkStream({ ...follower, outputs: run.outputs }, events, calls);
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
function used(servers, database) {
  const { user, system } = process.cpuUsage();
  return {
    servers: sum(servers.map(({ server }) => cpuMs(server.pid))),
    database: sum(database.pids().map(cpuMs)),
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

// What keeping a run costs: the same loop without a journal, with one in memory, in SQLite, and in PostgreSQL on
// loopback; and a durable call in 1, 3, 20 and 100 runs at once beside two bare commits and DBOS.
// Usage: npm run stores -- [--rounds=15] [--at=1,3,20,100] [--against=FOLDER]; DATABASE_URL names a PostgreSQL to use,
// else one is started from the tests' harness. `--against`: another checkout of this repository, built.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ActivityStream, defineTool, MemoryJournal, runToolLoop } from "@toolwright/core";
import { openStore } from "@toolwright/store";
import { openPostgresStore } from "@toolwright/store/postgres";
import { machine, median, show, spread, table } from "./measure/measure.mjs";
import { bareSqlite, dbosSteps, modelOf, storedRuns } from "./stores/durable-calls.mjs";
import { ANSWER, DESCRIPTION, PROMPT, Tally } from "./subjects/work.mjs";

const CELLS = [
  { name: "100 steps of 1 call", steps: 100, width: 1, at: 1 },
  { name: "10 steps of 10 calls", steps: 10, width: 10, at: 1 },
  { name: "50 runs at once, 20 steps of 1 call", steps: 20, width: 1, at: 50 },
];
const option = (name) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(`--${name}=`.length);
const rounds = Number(option("rounds") ?? 15);
const crowds = (option("at") ?? "1,3,20,100").split(",").map(Number);
const against = option("against");

const folder = mkdtempSync(join(tmpdir(), "toolwright-bench-"));
const database = await aDatabase();
const sqlite = openStore({ file: join(folder, "store.db") });
const postgres = await openPostgresStore({ url: database.url, schema: `bench_${process.pid}` });
let count = 0;
const fresh = () => ({ channel: "bench", chatId: String(count++) });
const subjects = [
  { name: "no journal", activity: () => undefined },
  { name: "in memory", activity: () => new ActivityStream(new MemoryJournal()) },
  { name: "SQLite", activity: () => new ActivityStream(sqlite.journal(fresh())) },
  { name: "PostgreSQL", activity: () => new ActivityStream(postgres.journal(fresh())) },
];

const durable = [];

try {
  console.log(`Milliseconds a call: median (least–most) of ${rounds} interleaved rounds. ${machine()}\n`);
  await printStores();
  await printDurable();
} finally {
  for (const { end } of durable) await end();
  await database.end();
  rmSync(folder, { recursive: true, force: true });
}

async function printStores() {
  const rows = [];
  for (const cell of CELLS) {
    const times = subjects.map(() => []);
    for (let round = -3; round < rounds; round += 1) {
      for (const [place, { activity }] of subjects.entries()) {
        const ms = await sampleOf(cell, activity);
        if (round >= 0) times[place].push(ms);
      }
    }
    rows.push([cell.name, ...times.map(spread)]);
  }
  console.log(table(["", ...subjects.map(({ name }) => name)], rows));
}

async function printDurable() {
  durable.push(bareSqlite(folder));
  if (against !== undefined) durable.push(await storeBefore());
  durable.push(storedRuns("SQLite", { store: sqlite, defineTool }));
  durable.push(storedRuns("PostgreSQL", { store: postgres, defineTool }));
  durable.push(await dbosSteps(database.url));
  const rows = [];
  for (const at of crowds) {
    const steps = at > 10 ? 20 : 50;
    const times = durable.map(() => []);
    for (let round = -1; round < rounds; round += 1) {
      for (const [place, { work }] of durable.entries()) {
        const began = performance.now();
        await Promise.all(Array.from({ length: at }, () => work({ steps })));
        if (round >= 0) times[place].push((performance.now() - began) / steps / at);
      }
    }
    const [bare = []] = times;
    // Of each round: the disk is slow in some of them, for all alike.
    const beside = times.map((one) => show(median(one.map((ms, round) => ms / bare[round]))));
    rows.push(...durable.map(({ name }, place) => [at, name, spread(times[place]), beside[place]].map(String)));
  }
  console.log(`\n${table(["runs at once", "", "ms a call of all runs together", "beside the two commits"], rows)}`);
}

async function storeBefore() {
  const at = (path) => import(new URL(path, pathToFileURL(`${against}/`)));
  const [before, core] = [await at("agent/store/dist/index.js"), await at("runtime/core/dist/index.js")];
  const store = before.openStore({ file: join(folder, "before.db") });
  return storedRuns("SQLite, before", { store, defineTool: core.defineTool });
}

/** Milliseconds for each call of a cell. */
async function sampleOf({ steps, width, at }, activity) {
  const started = performance.now();
  await Promise.all(Array.from({ length: at }, () => run({ steps, width }, activity())));
  return (performance.now() - started) / (steps * width * at);
}

async function run(cell, activity) {
  const tally = new Tally();
  const input = { type: "object", properties: { path: { type: "string" }, line: { type: "integer" } } };
  const execute = (given) => tally.execute(given);
  const tool = defineTool({ name: "lookup", description: DESCRIPTION, input, effects: "read", execute });
  const model = modelOf(cell.steps, cell.width);
  const config = { model, tools: [tool], maxIterations: cell.steps + 1, ...(activity && { activity }) };
  const { content, error } = await runToolLoop(config, [{ role: "user", content: PROMPT }]);
  if (content !== ANSWER) throw new Error(`A run ended without its answer: ${error?.message}`);
  tally.expect(cell.steps * cell.width, "A run");
}

async function aDatabase() {
  const url = process.env.DATABASE_URL;
  if (url !== undefined) return { url, end: async () => undefined };
  const { startPostgres } = await import("../../agent/store/test/postgres/support/postgres-server.ts");
  return startPostgres();
}

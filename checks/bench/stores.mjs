// What keeping a run costs: the same loop without a journal, with one in memory, in SQLite, and in PostgreSQL on
// loopback.
// Usage: npm run stores -- [--rounds=15]; DATABASE_URL names a PostgreSQL to use, else one is started from the tests'
// harness.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ActivityStream, defineTool, MemoryJournal, runToolLoop } from "@toolwright/core";
import { openStore } from "@toolwright/store";
import { openPostgresStore } from "@toolwright/store/postgres";
import { machine, spread, table } from "./measure/measure.mjs";
import { ANSWER, DESCRIPTION, PROMPT, plan, Tally } from "./subjects/work.mjs";

const CELLS = [
  { name: "100 steps of 1 call", steps: 100, width: 1, at: 1 },
  { name: "10 steps of 10 calls", steps: 10, width: 10, at: 1 },
  { name: "50 runs at once, 20 steps of 1 call", steps: 20, width: 1, at: 50 },
];
const rounds = Number(process.argv.find((word) => word.startsWith("--rounds="))?.slice("--rounds=".length) ?? 15);

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

try {
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
  console.log(`Milliseconds a call: median (least–most) of ${rounds} interleaved rounds. ${machine()}\n`);
  console.log(table(["", ...subjects.map(({ name }) => name)], rows));
} finally {
  sqlite.close();
  await postgres.close();
  await database.end();
  rmSync(folder, { recursive: true, force: true });
}

/** Milliseconds for each call of a cell. */
async function sampleOf({ steps, width, at }, activity) {
  const started = performance.now();
  await Promise.all(Array.from({ length: at }, () => run({ steps, width }, activity())));
  return (performance.now() - started) / (steps * width * at);
}

async function run(cell, activity) {
  const answers = [
    ...plan(cell).map(asking),
    { message: { role: "assistant", content: ANSWER }, finishReason: "stop" },
  ];
  const tally = new Tally();
  const input = { type: "object", properties: { path: { type: "string" }, line: { type: "integer" } } };
  const execute = (given) => tally.execute(given);
  const tool = defineTool({ name: "lookup", description: DESCRIPTION, input, effects: "read", execute });
  const maxIterations = answers.length;
  const model = { name: "mock", completionStream: () => completionOf(answers.shift()) };
  const config = { model, tools: [tool], maxIterations, ...(activity && { activity }) };
  const { content, error } = await runToolLoop(config, [{ role: "user", content: PROMPT }]);
  if (content !== ANSWER) throw new Error(`A run ended without its answer: ${error?.message}`);
  tally.expect(cell.steps * cell.width, "A run");
}

function asking(calls) {
  const toolCalls = calls.map(({ id, name, input }) => {
    return { id, type: "function", function: { name, arguments: JSON.stringify(input) } };
  });
  return { message: { role: "assistant", content: "" }, toolCalls, finishReason: "tool_calls" };
}

function completionOf(answer) {
  return { stream: (async function* () {})(), final: Promise.resolve({ ...answer, model: "mock" }) };
}

async function aDatabase() {
  const url = process.env.DATABASE_URL;
  if (url !== undefined) return { url, end: async () => undefined };
  const { startPostgres } = await import("../../agent/store/test/postgres/support/postgres-server.ts");
  return startPostgres();
}

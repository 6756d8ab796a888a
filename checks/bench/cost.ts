// What a call costs on each store and engine, beside a loop in memory: `npm run cost`. One turn of 200 steps with a
// call each, and one of 50 steps with four reads each; milliseconds a call, the fastest of nine turns. PostgreSQL and
// Restate are started for it. With
// `-- --peers` also the same turns in DBOS and with Restate's own AI middleware, which are installed in
// `checks/bench/machines`.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  ActivityStream,
  defineTool,
  MemoryJournal,
  type ModelPort,
  runToolLoop,
  type ToolLoopConfig,
} from "@toolwright/core";
import { openStore, type Store } from "@toolwright/store";
import { openPostgresStore } from "@toolwright/store/postgres";
import { createRestateHost } from "@toolwright/store/restate";
import { runTurn } from "@toolwright/store/turn";
import { findPostgres } from "../../agent/store/test/postgres/support/find-postgres.ts";
import { startPostgres } from "../../agent/store/test/postgres/support/postgres-server.ts";
import { freePort, restateProgram, startRestate } from "../../agent/store/test/restate/support/restate-server.ts";

const TURNS = 9;
const SHAPES = {
  "a read a step": { steps: 200, calls: 1, effects: "read" },
  "a write a step": { steps: 200, calls: 1, effects: "write" },
  "four reads a step": { steps: 50, calls: 4, effects: "read" },
} as const;
type Shape = (typeof SHAPES)[keyof typeof SHAPES];
type Play = (shape: Shape) => Promise<void>;

const messages = [{ role: "user", content: "go" }] as const;
const logger = { debug() {}, info() {}, warn() {}, error() {} };
const rows: { where: string; shape: string; ms: number }[] = [];

const inMemory: Play = async (shape) => {
  await runToolLoop({ ...configOf(shape), activity: new ActivityStream(new MemoryJournal()) }, messages);
};
await measure("in memory", inMemory);
const folder = mkdtempSync(join(tmpdir(), "toolwright-cost-"));
const sqlite = openStore({ file: join(folder, "store.db") });
await measure("SQLite", onStore(sqlite));
if (restateProgram() !== undefined) await withRestate("SQLite", sqlite);
if (findPostgres() !== undefined) {
  const server = await startPostgres();
  const postgres = await openPostgresStore({ url: server.url });
  await measure("PostgreSQL", onStore(postgres));
  if (restateProgram() !== undefined) await withRestate("PostgreSQL", postgres);
  await postgres.close();
  await server.end();
}
sqlite.close();
rmSync(folder, { recursive: true });
if (process.argv.includes("--peers")) rows.push(...peers());
print();
process.exit(0);

function configOf({ steps, calls, effects }: Shape): ToolLoopConfig {
  const tool = defineTool({
    name: "tick",
    description: "Try.",
    input: { type: "object" },
    effects: { kind: effects, volatile: true },
    execute: () => "tock",
  });
  return {
    model: modelOf(steps, calls),
    tools: [tool],
    logger,
    maxIterations: steps + 1,
    loopGuard: false,
    redundancy: "off",
  };
}

function modelOf(steps: number, calls: number): ModelPort {
  let step = -1;
  return {
    name: "cost",
    completionStream() {
      step += 1;
      const message = { role: "assistant", content: "" } as const;
      const toolCalls = Array.from({ length: calls }, (_, n) => {
        const id = `${step}.${n}`;
        return { id, type: "function", function: { name: "tick", arguments: JSON.stringify({ id }) } } as const;
      });
      const end = { message, model: "cost" };
      const final =
        step < steps
          ? ({ ...end, finishReason: "tool_calls", toolCalls } as const)
          : ({ ...end, finishReason: "stop" } as const);
      return { stream: nothing(), final: Promise.resolve(final) };
    },
  };
}

async function* nothing() {}

function onStore(store: Store): Play {
  return async (shape) => {
    const conversation = { channel: "cost", chatId: crypto.randomUUID() };
    const lease = await store.leases.acquire(conversation);
    const activity = new ActivityStream(store.journal(conversation, { lease }));
    await runToolLoop({ ...configOf(shape), activity }, messages);
    await lease?.release();
  };
}

async function withRestate(name: string, store: Store): Promise<void> {
  const server = await startRestate();
  const host = await createRestateHost({
    engine: server.address(await freePort()),
    handler: (run, { conversation, input }) => {
      const shape = Object.entries(SHAPES).find(([name]) => name === input)?.[1] ?? SHAPES["a read a step"];
      return runTurn({ run, store, conversation, config: configOf(shape), messages });
    },
  });
  await measure(`${name} + Restate`, async (shape) => {
    const runId = crypto.randomUUID();
    const input = Object.entries(SHAPES).find(([, one]) => one === shape)?.[0] ?? "";
    await host.start({ conversation: { channel: "cost", chatId: runId }, runId, input });
    await host.result(runId);
  });
  await host.close();
  await server.end();
}

async function measure(where: string, play: Play): Promise<void> {
  for (const [name, shape] of Object.entries(SHAPES)) {
    await play(shape);
    const times: number[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const began = performance.now();
      await play(shape);
      times.push((performance.now() - began) / (shape.steps * shape.calls));
    }
    rows.push({ where, shape: name, ms: Math.min(...times) });
  }
}

/** They know no reads and writes: what one call a step costs stands under both. */
function peers(): typeof rows {
  const cwd = join(import.meta.dirname, "../bench/machines");
  if (!existsSync(join(cwd, "node_modules"))) {
    const words = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    execFileSync("npm", words, { cwd, stdio: ["ignore", "ignore", "inherit"] });
  }
  const args = ["--disable-warning=ExperimentalWarning", "peers.mjs"];
  const told = execFileSync(process.execPath, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const lines = told.split("\n").filter((line) => line.startsWith("{"));
  return lines.flatMap((line) => {
    const { where, shape, ms }: (typeof rows)[number] = JSON.parse(line);
    const shapes = Object.keys(SHAPES).filter((name) => name.startsWith("four") === shape.startsWith("four"));
    return shapes.map((name) => ({ where, shape: name, ms }));
  });
}

function print(): void {
  const shapes = Object.keys(SHAPES);
  console.log(`| | ${shapes.join(" | ")} |\n| --- | ${shapes.map(() => "---").join(" | ")} |`);
  for (const where of new Set(rows.map((row) => row.where))) {
    const cells = shapes.map((shape) => rows.find((row) => row.where === where && row.shape === shape)?.ms.toFixed(2));
    console.log(`| ${where} | ${cells.join(" | ")} |`);
  }
}

// Kills workers with signal 9 while they do turns, and counts what that cost: `npm run kill -- --kills 100 --store restate`.
// One line of JSON; exit 1 unless nothing was lost and nothing doubled. The engine and PostgreSQL are started for it, and killed too.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startPostgres } from "../packages/postgres/test/support/postgres-server.ts";
import { freePort, startRestate } from "../packages/restate/test/support/restate-server.ts";
import { type KillVerdict, killWorkers } from "./kill/kill.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "20" },
    store: { type: "string", default: "sqlite" },
    seed: { type: "string", default: "1" },
  },
});
const kills = Number(values.kills);
const seed = Number(values.seed);
const plays: Readonly<Record<string, () => Promise<KillVerdict>>> = {
  sqlite: () => killWorkers({ kills, seed }),
  postgres: () => onPostgres((postgres, restart) => killWorkers({ kills, seed, postgres, restart, restartEvery: 10 })),
  local: () => onFile((engine) => killWorkers({ kills, seed, engine })),
  restate: () => onRestate((engine, restart) => killWorkers({ kills, seed, engine, restart, restartEvery: 10 })),
  "postgres+restate": () =>
    onPostgres((postgres) =>
      onRestate((engine, restart) => killWorkers({ kills, seed, postgres, engine, restart, restartEvery: 10 })),
    ),
};
const play = plays[values.store];
if (play === undefined || !Number.isInteger(kills) || kills < 1) {
  console.error(`usage: npm run kill -- [--kills 20] [--seed 1] [--store ${Object.keys(plays).join("|")}]`);
  process.exit(2);
}
const verdict = await play();
const { faults, ...counted } = verdict;
console.log(JSON.stringify({ store: values.store, ...counted }));
for (const fault of faults.slice(0, 20)) console.error(fault);
process.exit(verdict.lost === 0 && verdict.doubled === 0 && verdict.kills >= kills ? 0 : 1);

async function onFile(work: (engine: string) => Promise<KillVerdict>): Promise<KillVerdict> {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-turns-"));
  try {
    return await work(join(folder, "turns.db"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function onRestate(
  work: (engine: string, restart: () => Promise<void>) => Promise<KillVerdict>,
): Promise<KillVerdict> {
  const server = await startRestate();
  const restart = async () => {
    await server.kill();
    await server.start();
  };
  try {
    return await work(server.address(await freePort()), restart);
  } finally {
    await server.end();
  }
}

async function onPostgres(
  work: (url: string, restart: () => Promise<void>) => Promise<KillVerdict>,
): Promise<KillVerdict> {
  const server = await startPostgres();
  const restart = async () => {
    await server.kill();
    await server.start();
  };
  try {
    return await work(server.url, restart);
  } finally {
    await server.end();
  }
}

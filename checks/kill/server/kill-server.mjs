// Kills a server before, during and after every journal write of a conversation, and at random moments, and holds what
// another server makes of its conversations to what was promised. Exit 1 where something was lost or doubled, ran
// twice, hangs, or took two seconds.
// `--rolling=2` restarts three servers twice, one after the other, under load with calls of four seconds, and prints
// one line of JSON: exit 1 where an outcome is unknown, a reader was told what is not stored, or a request refused by
// as many servers as a balancer asks.
// Usage: npm run kill:server -- [--store=PATH, postgres:// or postgres, which is started for it] [--random=60]
// [--conversations=5]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startPostgres } from "../../../agent/store/test/postgres/support/postgres-server.ts";
import { openPlace } from "./place.mjs";
import { startServer, trial } from "./trial.mjs";

const { values } = parseArgs({
  options: {
    store: { type: "string" },
    random: { type: "string", default: "60" },
    conversations: { type: "string", default: "5" },
    rolling: { type: "string" },
  },
});
const folder = mkdtempSync(join(tmpdir(), "toolwright-kill-"));
const postgres = values.store === "postgres" ? await startPostgres() : undefined;
const place = postgres?.url ?? values.store ?? join(folder, "store.sqlite");
const log = join(folder, "log");
const store = await openPlace(place);
if (values.rolling !== undefined) {
  const { rolling } = await import("./rolling.mjs");
  const counts = await rolling({ store, place, log, rounds: Number(values.rolling) });
  console.log(JSON.stringify(counts));
  await store.close();
  await postgres?.end();
  rmSync(folder, { recursive: true, force: true });
  const { failed, unknown, unended, toldWrongly, refused, quarantined } = counts;
  process.exit(failed + unknown + unended + toldWrongly + refused + quarantined === 0 ? 0 : 1);
}
const survivor = await startServer({ place, log });
const all = [];
const wrongs = [];
let kills = 0;

try {
  const writes = await countWrites();
  for (let number = 1; number <= writes; number += 1) {
    for (const when of ["before", "during", "after"]) {
      await one(`killed ${when} write ${number}`, { kill: [number, when], conversations: 1 });
    }
  }
  const atWrites = kills;
  for (let number = 0; number < Number(values.random); number += 1) {
    const killAfterMs = Math.random() * 600;
    await one(`killed after ${killAfterMs.toFixed(1)} ms`, {
      killAfterMs,
      conversations: Number(values.conversations),
    });
  }
  report(writes, atWrites);
} finally {
  survivor.child.kill("SIGKILL");
  await store.close();
  await postgres?.end();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(wrongs.length === 0 && slowest() < 2_000 ? 0 : 1);

async function one(name, given) {
  const done = await trial({ store, place, log, survivor, ...given });
  kills += 1;
  all.push(...done);
  for (const each of done) for (const wrong of each.wrongs) wrongs.push(`${name}: ${wrong}`);
}

/** How many events a conversation stores that is killed when it has ended. */
async function countWrites() {
  await one("killed at its end", { killAfterMs: 4_000, conversations: 1 });
  const { threads } = await store.threads.list({ channel: "web", limit: 1 });
  return (await Array.fromAsync(store.journal(threads[0].conversation).read())).length;
}

function report(writes, atWrites) {
  const taken = all.map(({ takenMs = Number.POSITIVE_INFINITY }) => takenMs).toSorted((a, b) => a - b);
  const median = Math.round(taken[Math.floor(taken.length / 2)]);
  console.log(
    `${kills} kills of a server (${atWrites} around ${writes} writes), ${all.length} conversations carried on by another`,
  );
  console.log(`in other hands after ${median} ms (median), ${Math.round(slowest())} ms (most)`);
  for (const wrong of wrongs) console.log(wrong);
  console.log(
    `${wrongs.length} wrongs: settled calls that ran again, calls that ran twice, events lost or doubled, runs without an end`,
  );
}

function slowest() {
  return Math.max(0, ...all.map(({ takenMs = Number.POSITIVE_INFINITY }) => takenMs));
}

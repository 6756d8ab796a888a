// Strikes with signal 9 while workers do turns, and counts what that cost:
// `npm run kill -- --store restate --at worker --kills 100`.
// `--at writes` kills a worker before, during and after every write of a turn; `--at call` strikes one call until its
// run is quarantined, and once more when a person has let it go on. One line of JSON; exit 1 unless nothing was lost,
// nothing doubled or unasked, and no reader told what the journal contradicts. The engine and PostgreSQL are started
// for it.
// With `--programs` the calls of the second step of every turn stand in a program of the model, which then waits
// for a person.
// `--at everything` stops processes of all kinds for up to 12 s, which then go on.
// Partitions have two hosts in network namespaces, and need root.
import { parseArgs } from "node:util";
import { openHosts } from "./hosts.ts";
import { kill, STRUCK } from "./kill.ts";
import { openPlace, STORES } from "./place.ts";
import { PROGRAMS } from "./programs.ts";

const CHOICES = `[--store ${STORES.join("|")}] [--at ${STRUCK.join("|")}]`;
const USAGE = `usage: npm run kill -- ${CHOICES} [--kills 20] [--seed 1] [--programs]`;

const values = given();
if (values.help) {
  console.log(USAGE);
  process.exit();
}
const kills = Number(values.kills);
const seed = Number(values.seed);
const store = STORES.find((name) => name === values.store);
const at = STRUCK.find((name) => name === values.at);
if (store === undefined || at === undefined || !Number.isInteger(kills) || kills < 1) {
  console.error(USAGE);
  process.exit(2);
}
// What is started for it ends with it.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
// The workers inherit it.
if (values.programs) process.env[PROGRAMS] = "yes";
const place = await (at === "partition" || at === "host" ? openHosts(store) : openPlace(store));
if (typeof place === "string") {
  console.error(place);
  process.exit(0);
}
if ((at === "database" && !place.database) || (at === "engine" && !place.engineServer)) {
  console.error(`There is no ${at} under ${store}.`);
  await place.end();
  process.exit(2);
}
try {
  const { faults, ...counted } = await kill({ place, at, kills, seed });
  console.log(JSON.stringify({ store, at, ...counted }));
  for (const fault of faults.slice(0, 20)) console.error(fault);
  process.exitCode = counted.lost + counted.doubled + counted.unasked + counted.toldWrongly === 0 ? 0 : 1;
} finally {
  await place.end();
}
process.exit();

function given() {
  try {
    return parseArgs({
      options: {
        kills: { type: "string", default: "20" },
        store: { type: "string", default: "sqlite" },
        at: { type: "string", default: "worker" },
        seed: { type: "string", default: "1" },
        programs: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

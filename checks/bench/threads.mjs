// What a long thread and many threads cost on SQLite: the first page of a thread of 10,000 events, the next run of it
// until its model is asked, and the first searches after 3,750 new threads.
// Usage: npm run threads -- [--rounds=5] [--against=FOLDER]; the folder is another checkout of this repository, built.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath, pathToFileURL } from "node:url";
import { machine, median, show, spread, table } from "./measure/measure.mjs";

const ROWS = [
  ["thread", "pageKb", "first page of one run of 10,000 events, kB"],
  ["thread", "pageMs", "the same"],
  ["thread", "olderMs", "the page before it"],
  ["thread", "openedMs", "next run until the model is asked, the thread just opened"],
  ["thread", "againMs", "the run after it"],
  ["thread", "afterMs", "the run after that, the thread just opened"],
  ["search", "atOnceMs", "first search at once after 3,750 new threads"],
  ["search", "laterMs", "first search a second after them"],
  ["search", "secondMs", "the search after it"],
  ["search", "storedMs", "storing the 3,750 threads"],
];

const option = (name) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
const rounds = option("rounds") ?? "5";
const against = option("against");
const checkouts = [["now", new URL("../../", import.meta.url)]];
if (against !== undefined) checkouts.push(["before", pathToFileURL(`${against}/`)]);

const measured = [];
for (const [, checkout] of checkouts)
  measured.push({ thread: await measure(checkout, "thread"), search: await measure(checkout, "search") });
console.log(`Milliseconds of CPU: median (least–most) of ${rounds} rounds; and on the clock. ${machine()}\n`);
console.log(
  table(
    ["", ...checkouts.map(([name]) => name)],
    ROWS.map(([what, key, name]) => [name, ...measured.map((one) => shown(one[what][key]))]),
  ),
);
for (const [at, { search, thread }] of measured.entries()) {
  const whole = search.isWhole.filter(Boolean).length;
  const [name] = checkouts[at];
  console.log(`\n${name}: ${thread.seq} events in the thread; ${whole} of ${rounds} first searches saw all threads.`);
}

async function measure(checkout, what) {
  const worker = fork(fileURLToPath(new URL("threads/worker.mjs", import.meta.url)), [checkout.href, what, rounds]);
  const [figures] = await Promise.race([once(worker, "message"), once(worker, "exit").then(failed)]);
  return figures;
}

function shown(values) {
  if (typeof values[0] === "number") return spread(values);
  return `${spread(values.map(({ cpu }) => cpu))}; ${show(median(values.map(({ clock }) => clock)))}`;
}

function failed() {
  throw new Error("The worker ended before it had measured.");
}

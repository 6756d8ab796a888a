// What a program of a model costs beside peers and beside direct calls: its start, its calls, its replay, its memory,
// and how long nobody else has a turn. Each measurement has a process of its own, since one of the peers ends it.
// Usage: npm run programs -- [--rounds=5] [--only=Toolwright,pi] [--measure=cold,warm]
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { machine, spread, table } from "./measure/measure.mjs";
import { MEASURES } from "./programs/measures.mjs";

const ours = (options) => async (execute, more) =>
  (await import("./programs/toolwright.mjs")).toolwright(execute, { ...options, ...more });
const peer = (name) => async (execute) => (await import("./programs/peers.mjs"))[name](execute);
const CALLS = ["sequential", "parallel"];
const WHOLE = ["cold", "warm", ...CALLS, "few", "replay", "waiting", "thousand", "givenBack"];
const OURS = [...WHOLE, "hostile"];
const SUBJECTS = {
  Toolwright: { open: ours(), only: OURS },
  "on this thread": { open: ours({ executor: { threads: false } }), only: OURS },
  parked: { open: ours({ parkAfterMs: 50 }), only: ["parked"] },
  "parked on this thread": { open: ours({ parkAfterMs: 50, executor: { threads: false } }), only: ["parked"] },
  "without a program": {
    open: async (execute) => (await import("./programs/toolwright.mjs")).direct(execute),
    only: CALLS,
  },
  "AI SDK": { open: peer("aiSdk") },
  pi: { open: peer("pi") },
  TanStack: { open: peer("tanstack") },
};
/** What a row says, and which number of which measure it is. */
const ROWS = [
  ["import, ms", "cold", "import"],
  ["first program of a process, ms", "cold", "first"],
  ["the same, ms of CPU", "cold", "cpu"],
  ["a program that returns at once, ms", "warm", "ms"],
  ["the same, ms of CPU", "warm", "cpu"],
  ["1,000 calls one after the other, µs a call", "sequential", "wall"],
  ["one after the other, µs of CPU a call", "sequential", "cpu"],
  ["one after the other, longest wait of others, ms", "sequential", "lag"],
  ["one after the other, longest computing between turns of others, ms", "sequential", "held"],
  ["1,000 calls at once, µs a call", "parallel", "wall"],
  ["at once, µs of CPU a call", "parallel", "cpu"],
  ["at once, longest wait of others, ms", "parallel", "lag"],
  ["at once, longest computing between turns of others, ms", "parallel", "held"],
  ["1,000 calls given again after a crash or a question, ms", "replay", "ms"],
  ["a program that waits, MiB", "waiting", "mib"],
  ["a program that waits without its machine, MiB", "parked", "mib"],
  ["the same, KiB of objects", "parked", "kib"],
  ["a process after 1,000 programs, MiB more", "thousand", "mib"],
  ["after 1,000 more, MiB more", "thousand", "again"],
  ["the same where V8 has given back what it keeps for later", "givenBack", "mib"],
  ["after 1,000 more, MiB more", "givenBack", "again"],
  ["the same after 1,000 hostile programs", "hostile", "mib"],
  ["after 1,000 more, MiB more", "hostile", "again"],
  ["calls one after the other, of 1, 2, 5, 10 and 100", "few", "calls"],
];
/** So long may a process take: a thousand programs of a slow peer take minutes. */
const LIMITS_MS = { thousand: 600_000, givenBack: 600_000, hostile: 600_000 };
const LIMIT_MS = 60_000;
const UNENDED = "did not end";
const option = (name) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split("=")[1];
const rounds = Number(option("rounds") ?? 5);
const subject = option("subject");
const measured = option("measure")?.split(",") ?? Object.keys(MEASURES);

if (subject === undefined) printTable();
else
  console.log(
    JSON.stringify(await MEASURES[measured[0]]((execute = read, more) => SUBJECTS[subject].open(execute, more))),
  );
// Threads that are kept for the next program are no reason to stay.
process.exit(0);

async function read({ n }) {
  return { n, text: "The quick brown fox jumps over the lazy dog." };
}

function printTable() {
  const only = option("only")?.split(",");
  const subjects = Object.entries(SUBJECTS).filter(([name]) => only === undefined || only.includes(name));
  const jobs = measured.flatMap((measure) =>
    subjects.flatMap(([name, { only = WHOLE }]) => (only.includes(measure) ? [{ name, measure, taken: [] }] : [])),
  );
  for (let round = 0; round < rounds; round += 1)
    for (const { name, measure, taken } of jobs) if (!taken.includes(UNENDED)) taken.push(inProcess(name, measure));
  const cell = (name, measure, key) => {
    const { taken } = jobs.find((job) => job.name === name && job.measure === measure) ?? { taken: [] };
    if (taken.includes(UNENDED)) return UNENDED;
    const values = taken.flatMap((one) => (one?.[key] === undefined ? [] : [one[key]]));
    if (values.length > 0) return spread(values);
    return taken.includes(undefined) ? "its process ends" : "";
  };
  const rows = ROWS.filter(([, measure]) => measured.includes(measure)).map(([row, measure, key]) => [
    row,
    ...subjects.map(([name]) => cell(name, measure, key)),
  ]);
  console.log(`Median (least–most) of ${rounds} processes each. ${machine()}\n`);
  console.log(table(["", ...subjects.map(([name]) => name)], rows));
}

/** What a process says last; undefined where it ended without a word, `UNENDED` where its time was up. */
function inProcess(name, measure) {
  const flags = ["--expose-gc", "--disable-warning=ExperimentalWarning"];
  const given = [fileURLToPath(import.meta.url), `--subject=${name}`, `--measure=${measure}`];
  const limits = { timeout: LIMITS_MS[measure] ?? LIMIT_MS, killSignal: "SIGKILL" };
  const { stdout, error } = spawnSync(process.execPath, [...flags, ...given], { encoding: "utf8", ...limits });
  const last = stdout.trim().split("\n").at(-1);
  if (last) return JSON.parse(last);
  return error?.code === "ETIMEDOUT" ? UNENDED : undefined;
}

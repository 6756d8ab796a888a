// How the cost of long streams grows: milliseconds at n and at 4n.
// Usage: npm run stream -- [--rounds=5]
import { machine, median, show, table } from "./measure/measure.mjs";
import { serveArguments } from "./measure/sse-server.mjs";
import { argumentReaders, chunkTools } from "./subjects/streams.mjs";

const rounds = Number(process.argv.find((argument) => argument.startsWith("--rounds"))?.split("=")[1] ?? 5);
const KB = 1_024;
/** Beyond this a subject is not asked for more: it would take minutes and say nothing new. */
const ENOUGH_MS = 1_000;

console.log(`Milliseconds of CPU (user): median of ${rounds} rounds. ${machine()}\n`);
await chunks();
await deltas();

async function chunks() {
  const sizes = [2_500, 10_000];
  const rows = await measure(chunkTools, sizes, async (read, count) => {
    const seen = await read(count);
    if (seen !== count * 20) throw new Error(`${seen} characters were seen instead of ${count * 20}`);
  });
  console.log(table(["A tool that emits chunks of 20 characters", "2,500", "10,000", "growth"], rows), "\n");
}

async function deltas() {
  const sizes = [16 * KB, 64 * KB, 256 * KB, 1_024 * KB];
  const servers = new Map();
  for (const bytes of sizes) servers.set(bytes, await serveArguments(bytes));
  const rows = await measure(argumentReaders, sizes, async (read, bytes) => {
    const { length, deltas: shown } = await read(servers.get(bytes).baseUrl);
    if (length !== bytes || shown < bytes / 20) throw new Error(`${length} of ${bytes} bytes in ${shown} deltas`);
  });
  for (const { close } of servers.values()) close();
  const head = ["One argument in deltas of 20 bytes, over HTTP", "16 KiB", "64 KiB", "256 KiB", "1 MiB", "last growth"];
  console.log(table(head, rows));
}

/** One row for each subject, and how many times more the largest measured size took than the one before. */
async function measure(subjects, sizes, work) {
  const times = Object.keys(subjects).map((name) => ({ name, medians: [] }));
  for (const size of sizes) {
    const active = times.filter(({ medians }) => medians.length === sizes.indexOf(size) && !isSlow(medians.at(-1)));
    const results = new Map(active.map((subject) => [subject, []]));
    for (let round = -1; round < rounds; round += 1) {
      for (const [subject, taken] of results) {
        const spent = await cpuOf(() => work(subjects[subject.name], size));
        if (round >= 0) taken.push(spent);
      }
    }
    for (const [subject, taken] of results) subject.medians.push(median(taken));
  }
  return times.map(({ name, medians }) => [name, ...sizes.map((_, index) => cell(medians[index])), growth(medians)]);
}

function isSlow(ms) {
  return ms !== undefined && ms > ENOUGH_MS;
}

async function cpuOf(work) {
  const before = process.cpuUsage();
  await work();
  return process.cpuUsage(before).user / 1_000;
}

function cell(ms) {
  return ms === undefined ? "not run" : show(ms);
}

function growth(medians) {
  const [last, before] = [medians.at(-1), medians.at(-2)];
  return before === undefined ? "" : `×${show(last / before)}`;
}

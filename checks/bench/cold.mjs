// What the first call of a process costs: processor milliseconds of the import, and of the first run of one step with
// one call.
// Usage: npm run cold -- [--rounds=21] [--against=FOLDER]
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { machine, median, table } from "./measure/measure.mjs";
import { plan } from "./subjects/work.mjs";

const option = (name) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split("=")[1];
const rounds = Number(option("rounds") ?? 21);
const against = option("against");
const toolwright = (index, folder) => ({
  load: async () => (await import("./subjects/toolwright.mjs")).mainOf(folder),
  subject: async () => (await (await import("./subjects/toolwright.mjs")).toolwrightOf(folder))[index],
});
const before = against === undefined ? [] : [toolwright(0, against), toolwright(1, against)];
const peer = (name, file, key) => ({ load: () => name, subject: async () => (await import(file))[key] });
const subjects = new Map([
  ["Toolwright, all on", toolwright(0)],
  ["Toolwright, defaults", toolwright(1)],
  ...before.map((one, index) => [`before, ${index === 0 ? "all on" : "defaults"}`, one]),
  ["AI SDK 7", peer("ai", "./subjects/ai-sdk.mjs", "aiSdk")],
  ["pi-agent-core", peer("@earendil-works/pi-agent-core", "./subjects/pi.mjs", "pi")],
]);
const measured = option("subject");

if (measured === undefined) printTable();
else console.log(JSON.stringify(await measure(subjects.get(measured))));

/** Everyone has a process in every round, so that a change of the machine's speed hits all. */
function printTable() {
  const results = new Map([...subjects.keys()].map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, taken] of results) taken.push(inProcess(name));
  }
  const shown = (values) =>
    `${median(values).toFixed(1)} (${Math.min(...values).toFixed(1)}–${Math.max(...values).toFixed(1)})`;
  const rows = [...results].map(([name, taken]) => [
    name,
    ...["imported", "first"].map((key) => shown(taken.map((one) => one[key]))),
  ]);
  console.log(`A fresh process, ms of CPU: median (least–most) of ${rounds} interleaved processes. ${machine()}\n`);
  console.log(table(["", "import", "first run"], rows));
}

function inProcess(name) {
  const args = [fileURLToPath(import.meta.url), ...process.argv.slice(2), `--subject=${name}`];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout);
}

async function measure({ load, subject }) {
  await import("zod");
  const name = await load();
  const started = cpu();
  await import(name);
  const imported = cpu() - started;
  const work = (await subject()).prepare(plan({ steps: 1, width: 1 }));
  const begun = cpu();
  await work();
  return { imported, first: cpu() - begun };
}

function cpu() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

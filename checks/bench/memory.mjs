// What a long run holds: the peak memory of a process that makes runs of 1,000 steps one after the other, and what is
// left after each.
// Usage: npm run memory -- [--runs=20] [--against=FOLDER]
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { machine, median, table } from "./measure/measure.mjs";
import { plan } from "./subjects/work.mjs";

const STEPS = 1_000;
const ROUNDS = 3;
const option = (name) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split("=")[1];
const runs = Number(option("runs") ?? 20);
const against = option("against");
const toolwright = (index, folder) => async () => {
  const { toolwrightOf } = await import("./subjects/toolwright.mjs");
  return (await toolwrightOf(folder))[index];
};
const withoutZod = (index) => async () => {
  const { toolwrightOf, jsonSchemas } = await import("./subjects/toolwright.mjs");
  return (await toolwrightOf(undefined, jsonSchemas))[index];
};
/** Loaded where they are measured: what the others import is not theirs. */
const subjects = new Map([
  ["Toolwright, all on", toolwright(0)],
  ["Toolwright, defaults", toolwright(1)],
  // The schemas of pi are JSON too.
  ["Toolwright, all on, schemas as JSON", withoutZod(0)],
  ["Toolwright, defaults, schemas as JSON", withoutZod(1)],
  ...(against === undefined ? [] : [["before, all on", toolwright(0, against)]]),
  ...(against === undefined ? [] : [["before, defaults", toolwright(1, against)]]),
  ["AI SDK 7", async () => (await import("./subjects/ai-sdk.mjs")).aiSdk],
  ["pi-agent-core", async () => (await import("./subjects/pi.mjs")).pi],
]);
const measured = option("subject");

if (measured === undefined) printTable();
else console.log(JSON.stringify(await measure(await subjects.get(measured)())));

/** Every subject in processes of its own. */
function printTable() {
  const file = fileURLToPath(import.meta.url);
  const rows = [...subjects.keys()].map((name) => {
    const results = Array.from({ length: ROUNDS }, () => {
      const given = [...process.argv.slice(2), `--subject=${name}`];
      const { stdout, stderr } = spawnSync(process.execPath, ["--expose-gc", file, ...given], { encoding: "utf8" });
      if (stdout === "") throw new Error(stderr);
      return JSON.parse(stdout);
    });
    const middle = (key) => Math.round(median(results.map((result) => result[key])));
    return [name, String(middle("peak")), String(middle("held"))];
  });
  console.log(`${runs} runs of 1,000 steps, MiB: median of ${ROUNDS} processes. ${machine()}\n`);
  console.log(table(["", "peak of the process", "heap in use after the runs"], rows));
}

async function measure({ prepare }) {
  const work = prepare(plan({ steps: STEPS, width: 1 }));
  for (let run = 0; run < runs; run += 1) await work();
  globalThis.gc();
  return { peak: process.resourceUsage().maxRSS / 1_024, held: process.memoryUsage().heapUsed / 1_048_576 };
}

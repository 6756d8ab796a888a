// What a loop takes of the heap beside the model and the tool: bytes for each call, and the promises among them.
// Counted, so that a busy machine gives the same numbers as an idle one.
// Usage: npm run allocations -- [--only=Toolwright,pi] [--against=FOLDER]
import { createHook } from "node:async_hooks";
import { machine, median, table } from "./measure/measure.mjs";
import { CELLS } from "./subjects/cells.mjs";
import { pi } from "./subjects/pi.mjs";
import { toolwrightOf } from "./subjects/toolwright.mjs";
import { plan } from "./subjects/work.mjs";

const CALLS_PER_SAMPLE = 2_000;
const option = (name) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split("=")[1];
const [only, against] = [option("only"), option("against")];
const before = against === undefined ? [] : await toolwrightOf(against);
const subjects = [...(await toolwrightOf()), ...before, pi].filter(
  ({ name }) => !only || only.split(",").some((start) => name.startsWith(start)),
);

const rows = [];
for (const cell of CELLS) {
  const row = [cell.name];
  for (const { prepare } of subjects)
    row.push(await allocated(prepare(plan(cell), cell.kind), cell.steps * cell.width));
  rows.push(row);
}
console.log(`Bytes of the heap a call, and promises: median of 5. ${machine()}\n`);
console.log(table(["", ...subjects.map(({ name }) => name)], rows));

/** The young generation holds a whole sample (see `package.json`), so nothing is collected while one is taken. */
async function allocated(work, calls) {
  const times = Math.max(1, Math.round(CALLS_PER_SAMPLE / calls));
  for (let time = 0; time < times * 3; time += 1) await work();
  const bytes = [];
  for (let sample = 0; sample < 5; sample += 1) {
    globalThis.gc();
    const held = process.memoryUsage().heapUsed;
    for (let time = 0; time < times; time += 1) await work();
    bytes.push((process.memoryUsage().heapUsed - held) / (times * calls));
  }
  let promises = 0;
  const hook = createHook({ init: (_id, type) => void (promises += type === "PROMISE" ? 1 : 0) }).enable();
  await work();
  hook.disable();
  return `${Math.round(median(bytes)).toLocaleString("en")} (${(promises / calls).toFixed(1)})`;
}

// What a loop costs beside the model and the tool: microseconds for each call.
// Usage: npm run loop -- [--wall] [--gc] [--rounds=9] [--only=Toolwright,pi] [--against=FOLDER]
// Processor time, unless `--wall` is given. `--against`: another checkout of this repository, built, beside this one.
import { machine, sample, spread, table } from "./measure/measure.mjs";
import { aiSdk } from "./subjects/ai-sdk.mjs";
import { CELLS } from "./subjects/cells.mjs";
import { pi } from "./subjects/pi.mjs";
import { tanstack } from "./subjects/tanstack.mjs";
import { toolwrightOf } from "./subjects/toolwright.mjs";
import { plan } from "./subjects/work.mjs";

/** One sample makes about this many calls, so that short runs are measured as well as long ones. */
const CALLS_PER_SAMPLE = 2_000;

const option = (name) => process.argv.find((argument) => argument.startsWith(`--${name}`))?.split("=");
const clock = option("wall") ? "wall" : "cpu";
// A forced collection before every sample throws optimised code away as well; a program at work does not do that.
const collect = option("gc") !== undefined;
const rounds = Number(option("rounds")?.[1] ?? 9);
const only = option("only")?.[1];
const against = option("against")?.[1];
const before = against === undefined ? [] : await toolwrightOf(against);
const subjects = [...(await toolwrightOf()), ...before, aiSdk, pi, tanstack].filter(
  ({ name }) => !only || only.split(",").some((start) => name.startsWith(start)),
);

const cells = CELLS.map((cell) => {
  const calls = cell.steps * cell.width;
  const times = Math.max(1, Math.round(CALLS_PER_SAMPLE / calls));
  const runs = subjects.map(({ prepare }) => ({ work: prepare(plan(cell), cell.kind), results: [] }));
  return { ...cell, calls, times, runs };
});

// Three rounds to warm up; then everyone takes a turn in every round, so that a change of the machine's speed hits all.
// Who begins changes with the round: what the long runs of one leave to V8's other threads is counted for who comes
// next.
for (let round = -3; round < rounds; round += 1) {
  for (const { calls, times, runs } of cells) {
    const first = (round + 3) % runs.length;
    for (const { work, results } of [...runs.slice(first), ...runs.slice(0, first)]) {
      const result = await sample(work, { times, calls, collect });
      if (round >= 0) results.push(result[clock]);
    }
  }
}

console.log(
  `Loop overhead, µs a call (${clock}${collect ? ", after forced collections" : ""}): median (least–most) of ${rounds} interleaved rounds. ${machine()}\n`,
);
const rows = cells.map(({ name, runs }) => [name, ...runs.map(({ results }) => spread(results))]);
console.log(table(["", ...subjects.map(({ name }) => name)], rows));

// Measures one axis in this process: `node measure-axis.ts NAME` prints the costs as JSON.
import { pathToFileURL } from "node:url";
import { AXES } from "./axes.ts";
import type { Axis, Work } from "./axis.ts";
import type { Costs } from "./growth-of.ts";

/** Pairs of a large and a larger measurement, each of which gives one ratio. */
const ROUNDS = 5;

/** Once an axis has taken so long, it has as few rounds as give a median. */
const ENOUGH_MS = 8_000;
const LEAST_ROUNDS = 3;

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const axis = AXES.find(({ name }) => name === process.argv[2]);
  if (axis === undefined) throw new Error(`No axis is called ${JSON.stringify(process.argv[2])}.`);
  console.log(JSON.stringify(await measureAxis(axis)));
  // What an axis has opened ends with its process.
  process.exit(0);
}

/** Milliseconds of CPU at n, 4n and 16n: the code is warm, and what a busy machine does to one pair it does to both. */
async function measureAxis({ n, prepare }: Axis): Promise<Costs[]> {
  const started = performance.now();
  const [one, four, sixteen] = [await prepare(n), await prepare(4 * n), await prepare(16 * n)];
  for (let round = 0; round < 3; round += 1) await one();
  await four();
  const rounds: Costs[] = [];
  while (rounds.length < ROUNDS && (rounds.length < LEAST_ROUNDS || performance.now() - started < ENOUGH_MS))
    rounds.push({ one: await cpuOf(one), four: await cpuOf(four), sixteen: await cpuOf(sixteen) });
  return rounds;
}

async function cpuOf(work: Work): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

// Everything of which there can be more, at n, 4n and 16n: steps, calls, messages, tools, secrets, edits and so on.
// Fails where 16n takes more than 7 times what 4n takes. `npm run growth -- NAME…` looks at some of them.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { AXES, CONTROL } from "./axes.ts";
import { type Costs, type Growth, growthOf } from "./growth-of.ts";

const words = process.argv.slice(2);
const chosen = AXES.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
if (chosen.length === 0) throw new Error(`No axis is called so. There are: ${AXES.map(({ name }) => name).join(", ")}`);

let failed = 0;
console.log("| ms of CPU | n | n | 4n | 16n | 16n beside 4n |\n| --- | ---: | ---: | ---: | ---: | ---: |");
for (const { name, n } of chosen) {
  const outcome = outcomeOf(name, n);
  if (outcome !== undefined) console.error(`✗ ${name}: ${outcome}`);
  failed += outcome === undefined ? 0 : 1;
}
console.log(failed === 0 ? `${chosen.length} axes grow as they should.` : `${failed} axes do not grow as they should.`);
process.exitCode = failed === 0 ? 0 : 1;

/** Prints the row of an axis, and says what is wrong with it. */
function outcomeOf(name: string, n: number): string | undefined {
  const growth = growthInTwo(name);
  if (typeof growth === "string") return growth;
  const costs = [growth.one, growth.four, growth.sixteen].map((ms) => ms.toPrecision(3));
  console.log(`| ${name} | ${n} | ${costs.join(" | ")} | ${growth.ratio.toFixed(1)} |`);
  // One axis is meant to be steep: where that is not seen, nothing is.
  if (name === CONTROL) return growth.isSteep ? undefined : "it was not found out";
  return growth.isSteep ? "it takes more than its number" : undefined;
}

/** A busy machine makes one measurement steep; code that is steep is so twice. */
function growthInTwo(name: string): Growth | string {
  const first = growthInOwnProcess(name);
  return typeof first !== "string" && first.isSteep && name !== CONTROL ? growthInOwnProcess(name) : first;
}

/** Or why its work could not be done. */
function growthInOwnProcess(name: string): Growth | string {
  const file = join(import.meta.dirname, "measure-axis.ts");
  const flags = ["--disable-warning=ExperimentalWarning", file, name];
  const { status, stdout, stderr } = spawnSync(process.execPath, flags, { encoding: "utf8" });
  if (status !== 0) return /^\w*Error: .*$/m.exec(stderr)?.[0] ?? stderr;
  const rounds: Costs[] = JSON.parse(stdout);
  return growthOf(rounds);
}

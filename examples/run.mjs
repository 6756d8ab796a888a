// Runs one example: `npm run example -- 000`. Without a name it lists them.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";

const folder = new URL("./", import.meta.url);
const examples = readdirSync(folder).filter((name) => existsSync(new URL(`${name}/main.ts`, folder)));
const [wanted = "", ...rest] = process.argv.slice(2);
const found = examples.find((name) => name === wanted || name === `seed-${wanted}`);

if (found === undefined) {
  console.error(`Say which example: ${examples.map((name) => name.replace("seed-", "")).join(", ")}.`);
  process.exitCode = 2;
} else {
  const main = new URL(`${found}/main.ts`, folder).pathname;
  process.exitCode = spawnSync(process.execPath, [main, ...rest], { stdio: "inherit" }).status ?? 1;
}

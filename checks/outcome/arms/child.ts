// One task in a process of its own, inside the sandbox: reads its assignment from standard input, writes its ending to
// standard output.
import { text } from "node:stream/consumers";
import { ARMS } from "./all-arms.ts";
import type { Ending } from "./arm.ts";
import { isArmName } from "./arm-names.ts";

const { arm, ...assignment } = JSON.parse(await text(process.stdin));
if (!isArmName(arm)) throw new Error(`There is no arm ${arm}.`);
const failed = (error: unknown): Ending => ({
  ...{ answer: "", steps: 0, tokensIn: 0, tokensOut: 0, calls: [] },
  failure: String(error),
});
process.stdout.write(JSON.stringify(await ARMS[arm](assignment).catch(failed)), () => process.exit(0));

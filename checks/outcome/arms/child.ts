// One task in a process of its own, inside the sandbox: reads its assignment from standard input, writes its ending to
// standard output.
import { text } from "node:stream/consumers";
import { openModelProxy } from "../proxy/model-proxy.ts";
import { ARMS } from "./all-arms.ts";
import { isArmName } from "./arm-names.ts";
import { callsIn } from "./calls-in.ts";
import { isForeign } from "./foreign.ts";

const { arm, ...assignment } = JSON.parse(await text(process.stdin));
if (!isArmName(arm)) throw new Error(`There is no arm ${arm}.`);
const proxy = await openModelProxy({ ...assignment, answersAsides: isForeign(arm) });
const ended = await ARMS[arm]({ ...assignment, baseUrl: proxy.baseUrl }).catch((error: unknown) => ({
  ...{ answer: "", calls: [] },
  failure: String(error),
}));
const calls = isForeign(arm) ? callsIn(proxy.lastMessages()) : ended.calls;
process.stdout.write(JSON.stringify({ ...ended, calls, ...(await proxy.counts()) }), () => process.exit(0));

// What a long output of a tool costs, of which a model reads 50 KiB, and how long nobody else has a turn; and lists
// whose items have to be unique, beside Ajv.

import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { defineTool, ToolRegistry, ToolRunner } from "@toolwright/core";
import { Ajv } from "ajv";

const MIB = 1024 * 1024;
const LINE = "one of the lines that a program has printed\n";
const OUTPUTS = {
  "text of 60 MiB in lines": LINE.repeat(60 * (MIB / LINE.length)),
  "text of 60 MiB in one line": "x".repeat(60 * MIB),
  "text of 4 MiB in lines": LINE.repeat(4 * (MIB / LINE.length)),
  "JSON of 4 MiB": Array.from({ length: 90_000 }, (_, id) => ({ id, name: `the name of ${id}` })),
};

console.log("| an output | ms of CPU | longest wait of others, ms |\n| --- | ---: | ---: |");
for (const [name, output] of Object.entries(OUTPUTS)) {
  const call = caller({ input: { type: "object" }, execute: () => output });
  await call({});
  await wait(20);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await wait(20);
  const ms = await cpuOf(() => call({}));
  await wait(20);
  delay.disable();
  console.log(`| ${name} | ${ms.toPrecision(3)} | ${(delay.max / 1e6).toPrecision(3)} |`);
}

const schema = {
  type: "object",
  properties: { list: { type: "array", uniqueItems: true, items: { type: "object" } } },
};
const fits = new Ajv({ strict: false }).compile(schema);
console.log("\n| `uniqueItems`, objects | Toolwright, a whole call | Ajv, the check alone |\n| ---: | ---: | ---: |");
for (const count of [1_000, 4_000, 16_000]) {
  const list = Array.from({ length: count }, (_, id) => ({ id, of: { name: `x${id}` } }));
  const call = caller({ input: schema, execute: () => "ok" });
  const ours = await least(() => call({ list }));
  // Ajv compares each with each.
  const peer = count > 4_000 ? "" : (await least(async () => fits({ list }))).toPrecision(3);
  console.log(`| ${count} | ${ours.toPrecision(3)} | ${peer} |`);
}

function caller(options) {
  const tool = defineTool({ name: "give", description: "Give.", ...options });
  const runner = new ToolRunner({ registry: new ToolRegistry([tool]) });
  return async (args) => {
    const { result } = await runner.exec({ name: "give", arguments: JSON.stringify(args) });
    if (result.isError) throw new Error(result.error.message);
  };
}

async function cpuOf(work) {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

async function least(work) {
  const times = [];
  for (let round = 0; round < 5; round += 1) times.push(await cpuOf(work));
  return Math.min(...times);
}

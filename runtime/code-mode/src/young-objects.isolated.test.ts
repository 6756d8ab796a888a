import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { defineTool, runToolLoop } from "@toolwright/core";
import { scripted } from "@toolwright/core/testing";
import { expect, test } from "vitest";
import { createCodeMode, quickJs } from "./index.ts";

setFlagsFromString("--expose-gc");
const collect: (options: { type: "minor" }) => void = runInNewContext("gc");

const BYTES = 10_000;
const RUNS = 20;

const list = defineTool({
  name: "list",
  description: "Lists.",
  input: { type: "object" },
  effects: "read",
  execute: () => "listed",
});

test.each([true, false])("what a run held goes while it is young, threads: %s", async (threads) => {
  const { tool } = createCodeMode([list], { executor: quickJs({ threads }) });
  const run = async () => {
    const code = "return await tools.list({});";
    const model = scripted([{ toolCalls: [{ id: "p", name: tool.name, arguments: { code } }] }, { text: "end" }]);
    const deps = { bytes: new ArrayBuffer(BYTES) };
    await runToolLoop({ model, tools: [tool], deps }, [{ role: "user", content: "go" }]);
  };
  let held = 0;
  for (let n = 0; n < RUNS; n += 1) {
    const before = process.memoryUsage().arrayBuffers;
    await run();
    // What is left to do for a run that has ended is done by then.
    await new Promise((resolve) => setTimeout(resolve, 50));
    // An object that is held in two of these becomes an old one.
    for (const _ of [1, 2]) collect({ type: "minor" });
    if (process.memoryUsage().arrayBuffers - before >= BYTES) held += 1;
  }
  // Code that is compiled meanwhile holds some.
  expect(held).toBeLessThan(RUNS / 2);
});

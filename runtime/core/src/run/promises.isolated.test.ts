import { createHook } from "node:async_hooks";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runnerOf, toolOf } from "../../test/making.ts";
import { WrittenModel, watched } from "../../test/support.ts";
import { runToolLoop } from "../loop/tool-loop.ts";

/** How many promises are made while work is done. */
async function promisesOf(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === "PROMISE") count += 1;
    },
  }).enable();
  await work();
  hook.disable();
  return count;
}

/** Promises for each further call of a step. */
async function promisesPerCall(answer: () => unknown): Promise<number> {
  const tool = toolOf("look", answer, { effects: { kind: "read", volatile: true } });
  const { runner } = runnerOf([tool], { policy: { decide: () => ({ verdict: "allow" }) } });
  const step = (count: number) =>
    runner.execAll(Array.from({ length: count }, () => ({ name: "look", arguments: {} })));
  await step(20);
  const [few, many] = [await promisesOf(() => step(20)), await promisesOf(() => step(120))];
  return (many - few) / 100;
}

// Each of them, and each turn of waiting for one, costs as much as all else that a small call does.
it("a call whose tool answers at once makes no promise; one that is waited for makes one beside the tool's own", async () => {
  expect(await promisesPerCall(() => "done")).toBe(0);
  expect(await promisesPerCall(() => Promise.resolve("done"))).toBe(2);
});

it("a step of a run waits no more often than it has to", async () => {
  const tool = toolOf("look", (_, { toolCallId }) => toolCallId, { effects: "read" });
  const run = async (steps: number) => {
    const model = new WrittenModel((request) => (request < steps ? { calls: [{ name: "look" }] } : { text: "end" }));
    const { activity } = watched();
    expect(activity.sync()).toBeUndefined();
    const config = {
      model,
      tools: [tool],
      activity,
      maxIterations: steps + 1,
      redundancy: "off",
      loopGuard: false,
    } as const;
    expect(await runToolLoop(config, [{ role: "user", content: "" }])).toMatchObject({ stopReason: "stop" });
  };
  await run(20);
  const [few, many] = [await promisesOf(() => run(20)), await promisesOf(() => run(120))];
  // Those of the model that stands here are among them.
  expect((many - few) / 100).toBeLessThanOrEqual(33);
});

// V8 puts a function that is assigned to a field as it is written among old objects at once, and all that it reaches stays for
// many collections: a run of 1,000 steps kept twice as much. A constant before it is enough.
it("nothing on the way of a call writes a function into a field", () => {
  const folders = ["async", "journal", "loop", "run"].map((name) => join(import.meta.dirname, "..", name));
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  const sources = files.filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  expect(sources.length).toBeGreaterThan(80);
  const written = /this\.#?\w+ (\?\?)?= (async )?(\([^)]*\)|\w+) =>/;
  expect(sources.filter((file) => written.test(readFileSync(file, "utf8")))).toEqual([]);
});

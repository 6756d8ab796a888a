import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createScrubber } from "@toolwright/core";
import { expect, it } from "vitest";
import { CommandOutput } from "./command-output.ts";

const MIB = 1024 * 1024;

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** Bytes of the heap, of what is in use. */
function inUse(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

async function printed(bytes: number, stream: "stdout" | "stderr"): Promise<CommandOutput> {
  const outputs = { begin: () => undefined, told: () => "not kept", maxBytes: Infinity };
  const output = new CommandOutput({ outputs, scrubber: createScrubber([]), emit: () => {} });
  const chunk = new Uint8Array(64 * 1024).fill(0x61).fill(0x0a, -1);
  for (let taken = 0; taken < bytes; taken += chunk.length) await output.take(chunk, stream);
  return output;
}

it.each(["stdout", "stderr"] as const)("holds what a command prints to %s once, and gives it once", async (stream) => {
  await (await printed(MIB, stream)).end();
  const before = inUse();
  const output = await printed(6 * MIB, stream);
  const held = inUse() - before;
  expect(held).toBeGreaterThan(5 * MIB);
  expect(held).toBeLessThan(8 * MIB);
  const collected = await output.end();
  expect(collected.whole).toHaveLength(6 * MIB);
  expect(collected[stream] === collected.whole).toBe(true);
  expect(inUse() - before).toBeLessThan(14 * MIB);
});

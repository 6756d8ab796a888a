import { createScrubber } from "@toolwright/core";
import { expect, it } from "vitest";
import { JobOutput } from "../jobs/job-output.ts";
import { CommandOutput } from "./command-output.ts";

const LINE = Buffer.from("0123456789abcde\n");

/** How many places of lists were moved up by taking the first ones away. */
async function movedBy(work: () => Promise<unknown>): Promise<number> {
  const { shift } = Array.prototype;
  let moved = 0;
  Array.prototype.shift = function (this: unknown[]) {
    moved += this.length;
    return shift.call(this);
  };
  try {
    await work();
  } finally {
    Array.prototype.shift = shift;
  }
  return moved;
}

it("a command that prints line by line for long costs no more for each line", async () => {
  const outputs = { maxBytes: 1_000_000, begin: () => undefined, told: () => "" };
  const output = new CommandOutput({ outputs, scrubber: createScrubber([]), emit() {} });
  const moved = await movedBy(async () => {
    for (let line = 0; line < 20_000; line += 1) await output.take(LINE, "stdout");
  });
  expect(moved).toBeLessThan(20_000);
  expect((await output.end()).text).toMatch(/^0123456789abcde\n.*\[… [\d,]+ lines omitted; not kept …\]\n/s);
});

it("nor does a job in the background that nobody reads", async () => {
  const output = new JobOutput({ scrubber: createScrubber([]) });
  const moved = await movedBy(async () => {
    for (let line = 0; line < 80_000; line += 1) await output.take(LINE, "stdout");
  });
  expect(moved).toBeLessThan(80_000);
  expect(output.read(2).text).toBe(`[… earlier output was dropped before it was read …]\n${LINE}${LINE}`);
});

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeRealPaths } from "@toolwright/shell-judge";
import { expect, it } from "vitest";
import { GROWTH_SHAPES } from "../../../shell-judge/test/growth-shapes.ts";
import { bashTool } from "../tools/bash/bash.tool.ts";
import { createPermissions } from "./create-permissions.ts";

/** The longest that is judged to its end, and the longest of all. Short play tries one with every fourth shape. */
const LENGTHS = [4_500, 99_000];
const isLong = process.env.LONG_PLAY !== undefined;

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** The most processor time that passed between two ticks of a timer of 10 ms while something was done. */
async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let [last, longest] = [cpuMs(), 0];
  const tick = () => {
    const now = cpuMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(tick, 10);
  await work();
  await new Promise((resolve) => setTimeout(resolve, 15));
  clearInterval(timer);
  return longest;
}

it("no line holds the process while it is judged, with what the disk says", async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "held-")));
  mkdirSync(join(root, "a/b"), { recursive: true });
  for (let file = 0; file < 100; file += 1) writeFileSync(join(root, `a/${file}.ts`), "");
  const bash = bashTool();
  const held: string[] = [];
  for (const [place, [name, shape]] of Object.entries(GROWTH_SHAPES).entries()) {
    const { policy } = createPermissions({ root, home: "/home/u", realPaths: nodeRealPaths() });
    await policy.decide(bash, { command: shape(300) });
    for (const length of LENGTHS.filter((_, at) => isLong || 4 * at === place % 8)) {
      const ms = await longestHold(async () => policy.decide(bash, { command: shape(length).slice(0, 100_000) }));
      // A tenth of it where nothing else runs.
      if (ms > 600) held.push(`${name}: ${Math.round(ms)} ms`);
    }
  }
  rmSync(root, { recursive: true, force: true });
  expect(held).toEqual([]);
}, 240_000);

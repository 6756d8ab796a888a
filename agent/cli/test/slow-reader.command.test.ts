import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { folder, jsonLines, removeFolders, toolwright } from "./support/toolwright.ts";

afterAll(removeFolders);

/** A pager, whose user looks at the first page for longer than the command goes on after its end. */
async function readLater(child: ChildProcess): Promise<void> {
  child.stdout?.pause();
  await Promise.race([once(child, "exit"), pause(6_000)]);
  child.stdout?.resume();
}

it("a reader that takes its time gets all that was printed", async () => {
  const calls = [1, 2, 3, 4].map((n) => ({ id: `c${n}`, name: "read", arguments: { path: `${n}.txt` } }));
  const long = `${"x".repeat(100)}\n`.repeat(450);
  const texts = Object.fromEntries(calls.map(({ arguments: { path } }) => [path, long]));
  const cwd = await folder({ ...texts, "script.json": [{ toolCalls: calls }, { text: "Done." }] });
  let isPaused = false;
  const onOutput = (_: string, child: ChildProcess) => {
    if (!isPaused) void readLater(child);
    isPaused = true;
  };
  const went = await toolwright(["run", "--model", "script:script.json", "--json", "go"], { cwd, onOutput });
  expect(went.code).toBe(0);
  expect(jsonLines(went.stdout).at(-1)).toMatchObject({ type: "done" });
});

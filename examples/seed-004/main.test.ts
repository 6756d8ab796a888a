import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const page = readFileSync(new URL("README.md", import.meta.url), "utf8");

it("prints what its page says", () => {
  const runner = new URL("../run.mjs", import.meta.url).pathname;
  const { stdout, stderr, status } = spawnSync(process.execPath, [runner, "004"], { encoding: "utf8" });
  // A line for each call that was refused or failed, and no stack.
  const others = stderr.split("\n").filter((line) => !/^(Tool call .*)?$/.test(line));
  expect({ others, status }).toEqual({ others: [], status: 0 });
  expect(stdout.trim()).toBe(page.match(/```text\n([\s\S]*?)\n```/)?.[1]);
});

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLineEngine, decide, judgeLine, judgeOnDisk, nodeRealPaths } from "../../src/index.ts";
import { type Fixture, makeFixture } from "../jail/fixture.ts";
import { lookedAtOnce } from "../redteam/judged.ts";

/** `mixed` is what a day of work is made of, tests, commits and containers too; `looks` would change nothing. */
const LISTS = [
  { name: "mixed", lines: 266, free: 127, inSandbox: 256 },
  { name: "looks", lines: 131, free: 118, inSandbox: 125 },
];

describe("lines that were written down before this judge saw them", () => {
  let fixture: Fixture;

  beforeAll(() => {
    fixture = makeFixture({ tidy: true });
  });

  afterAll(() => fixture.remove());

  it.each(LISTS)("are free as often as they were: $name", async ({ name, lines, free, inSandbox }) => {
    const engine = createLineEngine({ root: fixture.ws, home: fixture.home, policies: [] });
    const real = lookedAtOnce(nodeRealPaths());
    const asked: string[] = [];
    const askedInSandbox: string[] = [];
    const rows = linesOf(`others-${name}.jsonl`);
    for (const line of rows) {
      const { judged } = await judgeOnDisk(real, (facts) => judgeLine(line, [fixture.ws], engine.context(facts)));
      if (decide(judged, { mode: "default", sandboxed: false }).verdict !== "allow") asked.push(line);
      if (decide(judged, { mode: "default", sandboxed: true }).verdict !== "allow") askedInSandbox.push(line);
    }
    console.log(
      `others ${name}: ${rows.length - asked.length} of ${rows.length} free, ${rows.length - askedInSandbox.length} in ` +
        `a sandbox; there it asks about ${askedInSandbox.join(" · ")}`,
    );
    expect(new Set(rows).size).toBe(lines);
    expect(rows.length - asked.length).toBeGreaterThanOrEqual(free);
    expect(rows.length - askedInSandbox.length).toBeGreaterThanOrEqual(inSandbox);
  });
});

describe("a difference from where a branch began", () => {
  it.each([
    "git diff $(git merge-base main HEAD)",
    "git diff $(git merge-base main HEAD) HEAD",
    "git log -p $(git merge-base main HEAD)",
    "git show $(git merge-base main HEAD)",
  ])("asks where a file with secrets is tracked, and only there: %s", async (line) => {
    const fixture = makeFixture({ tidy: true });
    const engine = createLineEngine({ root: fixture.ws, home: fixture.home, policies: [] });
    const verdict = async () => {
      const real = nodeRealPaths();
      const { judged } = await judgeOnDisk(real, (facts) => judgeLine(line, [fixture.ws], engine.context(facts)));
      return decide(judged, { mode: "default", sandboxed: false }).verdict;
    };
    expect(await verdict()).toBe("allow");
    execFileSync("git", ["add", "-f", ".env"], { cwd: fixture.ws });
    expect(await verdict()).toBe("ask");
    fixture.remove();
  });
});

function linesOf(name: string): readonly string[] {
  const text = readFileSync(join(import.meta.dirname, name), "utf8");
  return text
    .trim()
    .split("\n")
    .map((row): { readonly line: string } => JSON.parse(row))
    .map(({ line }) => line);
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Fixture, makeFixture } from "../jail/fixture.ts";
import { fixtureJudge } from "../redteam/judged.ts";

interface Row {
  readonly line: string;
  readonly want?: "never" | "ask";
}

function rowsOf(name: string): readonly Row[] {
  const text = readFileSync(join(import.meta.dirname, name), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line): Row => JSON.parse(line));
}

describe("lines that an agent types every day, in a project with a .env", () => {
  let fixture: Fixture;

  beforeAll(() => {
    fixture = makeFixture({ tidy: true });
  });

  afterAll(() => fixture.remove());

  it("pass without a rule, but for a few whose files nobody knows before they run", async () => {
    const judge = fixtureJudge(fixture, "none");
    const rows = rowsOf("everyday.jsonl");
    const asked: string[] = [];
    for (const { line } of rows) if ((await judge(fixture.fill(line))) !== "allow") asked.push(line);
    console.log(`everyday: ${rows.length - asked.length} of ${rows.length} free; the others: ${asked.join(" · ")}`);
    expect(rows.length).toBe(303);
    expect(asked.length).toBeLessThanOrEqual(18);
  });
});

describe("lines that need a person, and lines that nobody can approve", () => {
  let fixture: Fixture;

  beforeAll(() => {
    fixture = makeFixture();
  });

  afterAll(() => fixture.remove());

  it("are never free", async () => {
    const judge = fixtureJudge(fixture, "none");
    const free: string[] = [];
    const rows = rowsOf("columns.jsonl");
    for (const { line } of rows) if ((await judge(fixture.fill(line))) === "allow") free.push(line);
    expect(rows.length).toBeGreaterThan(450);
    expect(free).toEqual([]);
  });
});

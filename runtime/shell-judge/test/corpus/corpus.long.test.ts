import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LEXICAL } from "../../src/decide/disk-facts.ts";
import { createLineEngine, explain, judgeLine, neverRun } from "../../src/index.ts";
import { type Fixture, makeFixture } from "../jail/fixture.ts";
import { looksDuring } from "../looks-during.ts";
import { fixtureJudge } from "../redteam/judged.ts";

interface Row {
  readonly line: string;
  readonly want?: "never" | "ask" | "free";
}

/**
 * Whether a line is never run is asked of all of them. What else takes long is asked of one in so many in `npm test`.
 */
const OF_LINES = process.env.LONG_PLAY === undefined ? 32 : 1;

function sampled<T>(lines: readonly T[]): readonly T[] {
  return lines.filter((_, index) => index % OF_LINES === 0);
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
    expect(asked.length).toBeLessThanOrEqual(6);
  });
});

describe("the corpus with three columns", () => {
  const PLACE = { cwd: "/home/ann/work/ws", root: "/home/ann/work/ws", home: "/home/ann" };
  const fill = (line: string) =>
    line
      .replaceAll("{WS}", PLACE.root)
      .replaceAll(/(?<!\$)\{HOME\}/g, PLACE.home)
      .replaceAll("{J}", "/home/ann/work");
  const rows = rowsOf("columns.jsonl");
  const linesOf = (want: Row["want"]) => rows.filter((row) => row.want === want).map(({ line }) => fill(line));

  it("holds enough lines of each kind, and none twice", () => {
    expect(linesOf("never").length).toBeGreaterThan(650);
    expect(linesOf("ask").length).toBeGreaterThan(800);
    expect(new Set(rows.map(({ line }) => line)).size).toBe(rows.length);
  });

  it("is never run, whoever approves it", () => {
    expect(linesOf("never").filter((line) => neverRun(line, PLACE) === undefined)).toEqual([]);
    expect(sampled(linesOf("never")).filter((line) => explain(line, PLACE).verdict !== "deny")).toEqual([]);
  });

  it("asks, and a person may say yes", () => {
    expect(linesOf("ask").filter((line) => neverRun(line, PLACE) !== undefined)).toEqual([]);
  });

  it("is free", () => {
    const free = [...linesOf("free"), ...rowsOf("everyday.jsonl").map(({ line }) => fill(line))];
    expect(free.filter((line) => neverRun(line, PLACE) !== undefined)).toEqual([]);
    expect(linesOf("free").filter((line) => explain(line, PLACE).verdict !== "allow")).toEqual([]);
  });

  it("is read with few looks, in the middle", () => {
    const context = createLineEngine({ root: PLACE.root, home: PLACE.home }).context(LEXICAL);
    const looks = sampled(rows).map(({ line }) => looksDuring(() => void judgeLine(fill(line), [PLACE.cwd], context)));
    const median = looks.toSorted((a, b) => a - b)[Math.floor(looks.length / 2)] ?? 0;
    console.log(`corpus: a median line takes ${median} looks of regular expressions`);
    expect(median).toBeGreaterThan(0);
    expect(median).toBeLessThan(1_000);
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
    const rows = sampled(rowsOf("columns.jsonl").filter(({ want }) => want !== "free"));
    for (const { line } of rows) if ((await judge(fixture.fill(line))) === "allow") free.push(line);
    expect(free).toEqual([]);
  }, 240_000);
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Fixture, makeFixture } from "../jail/fixture.ts";
import { jailIsMissing } from "../jail/jail.ts";
import { listsHandedOn } from "./handed-on.ts";
import { mutatedLines } from "./mutations.ts";
import { nestedLines } from "./nestings.ts";
import { redTeam, type WronglyAllowed } from "./wrongly-allowed.ts";

const isShort = process.env.LONG_PLAY === undefined && process.env.REDTEAM_COUNT === undefined;
/** How many lines are generated for each seed; `npm run redteam` sets both. */
const COUNT = Number(process.env.REDTEAM_COUNT ?? (isShort ? "300" : "3000"));
/** One of so many lines that were written by hand or handed on is judged, so that `npm test` stays short. */
const [OF_LINES, OF_LISTS] = isShort ? [8, 48] : [1, 1];
const SEEDS = (process.env.REDTEAM_SEEDS ?? "20261122").split(",").map(Number);

const missing = jailIsMissing();

describe.skipIf(missing !== undefined)(`the red team${missing === undefined ? "" : ` (skipped: ${missing})`}`, () => {
  let fixture: Fixture;

  beforeAll(() => {
    fixture = makeFixture();
  });

  afterAll(() => fixture.remove());

  it("finds no line of its own that is allowed and does harm", async () => {
    const lines = readFileSync(join(import.meta.dirname, "lines.jsonl"), "utf8")
      .trim()
      .split("\n")
      .map((text): { readonly line: string } => JSON.parse(text));
    const written = lines.filter((_, index) => index % OF_LINES === 0).map(({ line }) => line);
    const handedOn = listsHandedOn().filter((_, index) => index % OF_LISTS === 0);
    const report = await redTeam([...written, ...handedOn], fixture);
    console.log(`red team: ${report.judged} lines by hand, ${report.ran} of them allowed and run`);
    expect(report.judged).toBeGreaterThan(6_000 / OF_LINES);
    expect(report.ran).toBeGreaterThan(60 / OF_LINES);
    expect(report.wrong.map(told)).toEqual([]);
  }, 300_000);

  it.each(SEEDS)(
    "finds none among generated ones, seed %i",
    async (seed) => {
      const lines = [...nestedLines(seed, COUNT / 2), ...mutatedLines(seed, COUNT / 2)];
      const report = await redTeam(lines, fixture);
      console.log(`red team: ${report.judged} generated lines, ${report.ran} of them allowed and run`);
      expect(report.ran).toBeGreaterThan(COUNT / 30);
      expect(report.wrong.map(told)).toEqual([]);
    },
    3_600_000,
  );

  it("would notice: what is allowed by mistake makes a mark, prints a secret or writes", async () => {
    const { runInJail } = await import("../jail/jail.ts");
    const [mark, secret, write] = await runInJail(["touch /var/tmp/marks/m", "cat .env", "touch docs/x"], { fixture });
    expect(mark?.marks).toEqual(["m"]);
    expect(secret?.secrets).toEqual(["sekret-dotenv-123"]);
    expect(write?.changed).toEqual(["+ws/docs/x"]);
  });
});

/** One text for each, so that a failure names the lines. */
function told({ line, rules, did }: WronglyAllowed): string {
  return `${rules}: ${line}: ${did}`;
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Fixture, makeFixture } from "../jail/fixture.ts";
import { jailIsMissing } from "../jail/jail.ts";
import { listsHandedOn } from "./handed-on.ts";
import { mutatedLines } from "./mutations.ts";
import { nestedLines } from "./nestings.ts";
import { redTeam } from "./wrongly-allowed.ts";

/** How many lines are generated for each seed; `npm run redteam` sets both. */
const COUNT = Number(process.env.REDTEAM_COUNT ?? "600");
/** Without a count only a part of the lists runs, so that the tests stay short. */
const SHARE = process.env.REDTEAM_COUNT === undefined ? 6 : 1;
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
    const report = await redTeam(
      [...lines.map(({ line }) => line), ...listsHandedOn().filter((_, index) => index % SHARE === 0)],
      fixture,
    );
    console.log(`red team: ${report.judged} lines by hand, ${report.ran} of them allowed and run`);
    expect(report.judged).toBeGreaterThan(6_000);
    expect(report.ran).toBeGreaterThan(60);
    expect(report.wrong).toEqual([]);
  }, 300_000);

  it.each(SEEDS)(
    "finds none among generated ones, seed %i",
    async (seed) => {
      const lines = [...nestedLines(seed, COUNT / 2), ...mutatedLines(seed, COUNT / 2)];
      const report = await redTeam(lines, fixture);
      console.log(`red team: ${report.judged} generated lines, ${report.ran} of them allowed and run`);
      expect(report.ran).toBeGreaterThan(20);
      expect(report.wrong).toEqual([]);
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

import { describe, expect, it } from "vitest";
import { GROWTH_SHAPES } from "../../test/growth-shapes.ts";
import { workDuring } from "../../test/work-during.ts";
import { mostSteps } from "../walk/steps.ts";
import { LEXICAL } from "./disk-facts.ts";
import { judgeLine, readLine } from "./judge-line.ts";
import { createLineEngine } from "./line-engine.ts";

const ROOT = "/home/ann/work/ws";
const context = createLineEngine({ root: ROOT, home: "/home/ann" }).context(LEXICAL);

/** A line that is nested deeper than the stack leads is left there: on a busy machine, where code is compiled late. */
function stepsOf(line: string): number {
  const { findings, steps } = readLine(line, [ROOT], context);
  return findings.some(({ reason }) => reason === "The line could not be judged.") ? mostSteps(line.length) : steps;
}

const LENGTHS = [1_000, 4_000, 8_000, 16_000, 64_000];

/** Short play tries one length with each shape: one below, near or above that at which the steps are used up. */
function lengthsOf(place: number): readonly number[] {
  if (process.env.LONG_PLAY !== undefined) return LENGTHS;
  return LENGTHS.slice(1 + (place % 3), 2 + (place % 3));
}

describe("the steps of a judgement", () => {
  const shapes = Object.entries(GROWTH_SHAPES).map(([name, shape], place) => ({ name, shape, place }));
  it.each(shapes)("grow at most linearly with the line: $name", ({ shape, place }) => {
    stepsOf(shape(500));
    for (const length of lengthsOf(place)) {
      const line = shape(length);
      let steps = 0;
      const began = process.cpuUsage();
      const { letters, looks } = workDuring(() => {
        steps = stepsOf(line);
      });
      const { user } = process.cpuUsage(began);
      // No single look of a regular expression is a long one: microseconds, a hundred times those of a plain line.
      expect(user).toBeLessThan(4_000_000);
      expect(steps).toBeLessThanOrEqual(mostSteps(line.length));
      // The work of the parser and of the judge: no step is a long one.
      expect(letters).toBeLessThan(200 * steps + 16 * line.length);
      expect(looks).toBeLessThan(12 * steps + 4 * line.length + 2_000);
    }
  });

  it("are used up by here-documents of which each is looked at for each other one", () => {
    const line = GROWTH_SHAPES["here-documents of one command"]?.(64_000) ?? "";
    expect(judgeLine(line, [ROOT], context).some(({ reason }) => reason.startsWith("The line takes more"))).toBe(true);
    expect(workDuring(() => stepsOf(line)).letters).toBeLessThan(line.length);
  });
});

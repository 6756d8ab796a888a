import { expect, it } from "vitest";
import { StepTurns } from "./step-turns.ts";

it("gives four steps a turn of the event loop together, first come first served, and begins anew after a pause", async () => {
  const turns = new StepTurns();
  for (let round = 0; round < 2; round += 1) {
    const begun: number[] = [];
    const seen: number[] = [];
    const steps = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(async (step) => {
      await turns.turn();
      begun.push(step);
    });
    expect(begun).toEqual([]);
    for (let turn = 0; turn < 6; turn += 1) {
      await new Promise(setImmediate);
      seen.push(begun.length);
    }
    await Promise.all(steps);
    expect(begun).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    for (const [turn, count] of seen.entries()) expect(count - (seen[turn - 1] ?? 0)).toBeLessThanOrEqual(4);
  }
});

it("lets a step that asks during another's turn come after those that wait", async () => {
  const turns = new StepTurns();
  const begun: string[] = [];
  const step = async (name: string) => {
    await turns.turn();
    begun.push(name);
  };
  const again = async () => {
    await step("first");
    await step("first again");
  };
  await Promise.all([again(), step("second"), step("third")]);
  expect(begun).toEqual(["first", "second", "third", "first again"]);
});

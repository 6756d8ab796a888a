import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type UndoBench, undoBench, type Wanted } from "../../test/undo-bench.ts";
import { redoChanges, undoChanges } from "./undo-changes.ts";

/** `npm run test:long` plays at full length. */
const RUNS = process.env.LONG_PLAY === undefined ? 4 : 40;

const NAMES = ["a", "b", "d/c"];

const wanted: fc.Arbitrary<Wanted> = fc.oneof(
  fc.constantFrom("1", "2", "3", ""),
  fc.constant(null),
  fc.constantFrom("a", "nowhere").map((target) => ({ target })),
);

const files = fc.uniqueArray(fc.tuple(fc.constantFrom(...NAMES), wanted), {
  minLength: 1,
  selector: ([name]) => name,
});

const turns = fc.array(fc.array(files, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 });

/** Makes the turns and gives what the folder held before the first and after each. */
async function play(bench: UndoBench, script: readonly (readonly [string, Wanted][][])[]) {
  const states = [await filesOf(bench)];
  for (const [index, calls] of script.entries()) {
    // A turn without a change would be none.
    await bench.change(`run-${index}`, { counter: `${index}` });
    for (const call of calls) await bench.change(`run-${index}`, Object.fromEntries(call));
    states.push(await filesOf(bench));
  }
  return states;
}

async function onBench(work: (bench: UndoBench) => Promise<void>): Promise<void> {
  const bench = await undoBench();
  await bench.put("a", "0");
  await work(bench);
}

/** Without empty directories: an undo leaves none that it made, but does not make any. */
async function filesOf(bench: UndoBench): Promise<Record<string, string>> {
  return Object.fromEntries(Object.entries(await bench.contents()).filter(([name]) => !name.endsWith("/")));
}

async function goThrough(bench: UndoBench, states: readonly object[], steps: readonly boolean[]): Promise<void> {
  let at = states.length - 1;
  for (const back of steps) {
    const done = back ? await undoChanges(bench.workspace, { last: 1 }) : await redoChanges(bench.workspace, 1);
    const possible = back ? at > 0 : at < states.length - 1;
    expect(done.map(({ outcome }) => outcome.ok)).toEqual(possible ? [true] : []);
    if (possible) at += back ? -1 : 1;
    expect(await filesOf(bench)).toEqual(states[at]);
  }
}

describe("undo and redo", () => {
  it("lead through the same states backwards and forwards, whatever was done", async () => {
    const property = fc.asyncProperty(turns, fc.array(fc.boolean(), { maxLength: 12 }), (script, steps) =>
      onBench(async (bench) => goThrough(bench, await play(bench, script), steps)),
    );
    await fc.assert(property, { numRuns: RUNS });
  });

  it("never lose what somebody else wrote", async () => {
    const steps = fc.array(fc.boolean(), { maxLength: 8 });
    const property = fc.asyncProperty(turns, fc.constantFrom(...NAMES), steps, (script, name, backs) =>
      onBench(async (bench) => {
        await play(bench, script);
        fc.pre((await bench.contents())[name]?.startsWith("->") !== true);
        await bench.put(name, "mine");
        for (const back of backs) {
          if (back) await undoChanges(bench.workspace, { last: 1 });
          else await redoChanges(bench.workspace, 1);
          expect((await bench.contents())[name]).toBe("mine");
        }
      }),
    );
    await fc.assert(property, { numRuns: RUNS });
  });
});

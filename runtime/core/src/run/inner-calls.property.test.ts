import fc from "fast-check";
import { expect, it } from "vitest";
import { type Answers, MortalRun, type Program } from "../../test/mortal-run.ts";

/** Which of its calls a program makes together, and which of them hang on what came before. */
type Stage = readonly { readonly name: "look" | "save" | "ask" | "fail" | "both"; readonly hangsOn: boolean }[];

const stages = fc.array(
  fc.array(
    fc.record({ name: fc.constantFrom("look", "save", "ask", "fail", "both"), hangsOn: fc.boolean() } as const),
    {
      minLength: 1,
      maxLength: 4,
    },
  ),
  { minLength: 1, maxLength: 4 },
);
const answers: fc.Arbitrary<Answers> = fc.array(fc.constantFrom("yes", "no", "edit"), { minLength: 1, maxLength: 4 });

function programOf(stages: readonly Stage[]): Program {
  return async (ctx) => {
    const seen: string[] = [];
    for (const stage of stages) {
      const before = seen.join().length;
      const made = stage.map(async ({ name, hangsOn }, n) => {
        const { output, error } = await ctx.call(name, { n, ...(hangsOn && { before }) });
        return error?.code ?? (output.type === "text" ? output.text : "");
      });
      seen.push(...(await Promise.all(made)));
    }
    return seen.join("\n");
  };
}

it("takes effect at most once, unasked never, and comes to its end, wherever its processes die", async () => {
  const places = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(stages, answers, places, fc.boolean(), async (program, given, deaths, isSlow) => {
      const whole = new MortalRun(programOf(program), given, isSlow);
      await whole.live(Infinity);
      const run = new MortalRun(programOf(program), given, isSlow);
      for (const stepsLeft of [...deaths, Infinity]) if (!run.isDone) await run.live(stepsLeft);

      expect(run.isDone).toBe(true);
      expect(run.unasked).toEqual([]);
      expect(run.doubled).toEqual([]);
      expect(run.open).toEqual([]);
      if (!JSON.stringify(run.said).includes("outcome_unknown")) expect(run.said).toEqual(whole.said);
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 60), seed: Number(process.env.PROPERTY_SEED ?? Date.now()) },
  );
});

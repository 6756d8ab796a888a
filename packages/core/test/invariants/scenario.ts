import fc from "fast-check";
import type { Answer } from "../support.ts";

/** Everything that may go wrong in one run, drawn at random. */
export interface Scenario {
  readonly answers: readonly Answer[];
  readonly maxIterations: number;
  /** Abort when this event has been published. */
  readonly abortAt: number | undefined;
  /** Lose the process after this many stored events, then resume. */
  readonly crashAfter: number | undefined;
  readonly approval: "yes" | "edited" | "no" | "no, because" | "forged";
}

const names = [
  "look",
  "look_secret",
  "change",
  "change_again",
  "undeclared",
  "throws",
  "hangs",
  "denied",
  "asks",
  "inside",
  "fields",
  "large",
  "no_such_tool",
] as const;

const call = fc.record({
  name: fc.oneof({ arbitrary: fc.constantFrom(...names), weight: 12 }, { arbitrary: fc.constant("done"), weight: 1 }),
  id: fc.constantFrom("", "a", "b", "same", "same"),
  args: fc.constantFrom<string | object>(
    {},
    {},
    { n: 1 },
    { n: 2 },
    '{"n":',
    "",
    "[1]",
    { unknown: true },
    { n: "\ud800" },
  ),
});

const answer: fc.Arbitrary<Answer> = fc.oneof(
  {
    arbitrary: fc.record({
      text: fc.constantFrom("", "thinking", "\ud83d\ude00 \ud800"),
      calls: fc.array(call, { maxLength: 4 }),
    }),
    weight: 8,
  },
  {
    arbitrary: fc.record({
      text: fc.constant("cut"),
      finishReason: fc.constant("length" as const),
      droppedCalls: fc.constant(1),
    }),
    weight: 1,
  },
  { arbitrary: fc.record({ finishReason: fc.constantFrom("error" as const, "content_filter" as const) }), weight: 1 },
);

/** Runs of up to six steps. */
export const scenarios: fc.Arbitrary<Scenario> = fc.record({
  answers: fc.array(answer, { minLength: 1, maxLength: 6 }),
  maxIterations: fc.constantFrom(50, 50, 50, 2, 1, 0),
  abortAt: fc.option(fc.integer({ min: 1, max: 25 }), { nil: undefined, freq: 4 }),
  crashAfter: fc.option(fc.integer({ min: 1, max: 25 }), { nil: undefined, freq: 2 }),
  approval: fc.constantFrom("yes", "edited", "no", "no, because", "forged"),
});

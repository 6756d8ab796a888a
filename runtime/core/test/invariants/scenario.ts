import fc from "fast-check";
import type { LlmToolCall, Message } from "../../src/index.ts";
import type { Answer } from "../support.ts";

/** Everything that may go wrong in one run, drawn at random. */
export interface Scenario {
  readonly answers: readonly Answer[];
  readonly maxIterations: number;
  /** Abort when this event has been published. */
  readonly abortAt: number | undefined;
  /** Lose the process after this many stored events, then resume. */
  readonly crashAfter: number | undefined;
  /** What the caller says before its request; seldom legal. */
  readonly history: readonly Message[];
  /** What `prepareStep` does in the second step. */
  readonly prepares: "nothing" | "messages" | "throws";
  /** Which request the model breaks its word on. */
  readonly modelThrowsAt: number | undefined;
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
  "leaves",
  "stops",
  "fields",
  "large",
  "no_such_tool",
  "tool_output_cache",
  "tool_output_cache_grep",
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
    { ref_id: "abc", pattern: "x" },
  ),
});

const answer: fc.Arbitrary<Answer> = fc.oneof(
  {
    arbitrary: fc.record({
      text: fc.constantFrom("", "thinking", "\ud83d\ude00 \ud800"),
      calls: fc.array(call, { maxLength: 4 }),
    }),
    weight: 24,
  },
  {
    arbitrary: fc.record({
      text: fc.constantFrom("", "I look at https:", "it is sw0rdfish-in-the", "one two three four five"),
      reasoning: fc.constantFrom("", "hm, sk-"),
      mixed: fc.boolean(),
      previews: fc.constant(true),
      calls: fc.array(call, { maxLength: 2 }),
      retries: fc.constantFrom(0, 0, 1, 3),
    }),
    weight: 9,
  },
  {
    arbitrary: fc.record({ text: fc.constant("one two three four five six seven"), pauseMs: fc.constant(130) }),
    weight: 1,
  },
  {
    arbitrary: fc.record({
      text: fc.constant("cut"),
      finishReason: fc.constant("length" as const),
      droppedCalls: fc.constant(1),
    }),
    weight: 3,
  },
  {
    arbitrary: fc.record({
      text: fc.constantFrom("", "half an ans", "it is sw0rdfish-in"),
      reasoning: fc.constantFrom("", "hm"),
      mixed: fc.boolean(),
      finishReason: fc.constantFrom("error" as const, "content_filter" as const),
      retries: fc.constantFrom(0, 2),
    }),
    weight: 3,
  },
);

const asked = (id: string): LlmToolCall => ({ id, type: "function", function: { name: "look", arguments: "{}" } });

const earlier: fc.Arbitrary<Message> = fc.oneof(
  fc.record({ role: fc.constant("user" as const), content: fc.constantFrom("before", "\ud800") }),
  fc.record({ role: fc.constant("assistant" as const), content: fc.constantFrom("", "said") }),
  fc
    .array(fc.constantFrom("a", "b", ""), { maxLength: 3 })
    .map((ids) => ({ role: "assistant" as const, content: "", tool_calls: ids.map(asked) })),
  fc.record({
    role: fc.constant("tool" as const),
    tool_call_id: fc.constantFrom("a", "b", ""),
    content: fc.constantFrom("", "seen"),
  }),
);

/** Runs of up to six steps. */
export const scenarios: fc.Arbitrary<Scenario> = fc.record({
  answers: fc.array(answer, { minLength: 1, maxLength: 6 }),
  maxIterations: fc.constantFrom(50, 50, 50, 2, 1, 0),
  abortAt: fc.option(fc.integer({ min: 1, max: 25 }), { nil: undefined, freq: 4 }),
  crashAfter: fc.option(fc.integer({ min: 1, max: 25 }), { nil: undefined, freq: 2 }),
  history: fc.array(earlier, { maxLength: 5 }),
  prepares: fc.constantFrom("nothing", "nothing", "nothing", "nothing", "messages", "throws"),
  modelThrowsAt: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined, freq: 6 }),
  approval: fc.constantFrom("yes", "edited", "no", "no, because", "forged"),
});

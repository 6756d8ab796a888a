import fc from "fast-check";
import { expect, test } from "vitest";
import { openProgram } from "./cases/open-program.ts";
import type { CallOutcome, ProgramExecutor, Turn } from "./program-executor.ts";
import { quickJs } from "./quick-js.ts";

/** Which of the calls that wait is settled next, with what, and how much later. */
interface Answer {
  readonly pick: number;
  readonly outcome: CallOutcome;
  readonly laterMs: number;
}

const { parts } = fc.letrec<{ part: string; parts: string }>((tie) => ({
  part: fc.oneof({ maxDepth: 3, withCrossShrink: true }, simplePart(), nestedPart(tie("parts"))),
  parts: fc.array(tie("part"), { minLength: 1, maxLength: 6, size: "max" }).map((all) => all.join("\n")),
}));

function simplePart(): fc.Arbitrary<string> {
  const calls: Form[] = [
    (n) => `seen.push(await tools.list({ n: ${n}, seen: seen.length }));`,
    (n) => `seen.push(await attempt(tools.pay({ n: ${n}, at: Date.now(), chance: Math.random() })));`,
    (n) => `later.push(tools.list({ n: ${n}, seen }));`,
    (n) => `later.push(tools["other " + ${n}]().then((value) => { seen.push(value); return tools.pay({ value }); }));`,
    () => "seen.push(await Promise.allSettled(later.splice(0)));",
    (n) => `seen.push(await Promise.race([...later, tools.list(${n})]));`,
  ];
  const others: Form[] = [
    (n) => `queueMicrotask(() => { seen.push(${n}); console.info("micro", seen.length); });`,
    (n) => `console.warn(${n}, new Date().toISOString(), Math.random(), seen);`,
    () => "show({ seen, keys: Object.keys(tools) });",
    () => "{ const down = () => down(); seen.push((await attempt(async () => down())).error.message); }",
    () => "seen.push(await Promise.all(later.splice(0)));",
  ];
  const ends: Form[] = [
    (n) => `if (seen.length > ${n}) throw new RangeError("more than ${n}");`,
    (n) => `if (seen.length > ${n}) return { early: seen };`,
    (n) => `Object.defineProperty(Array.prototype, ${n}, { set() {}, configurable: true });`,
    () => "Promise.prototype.then = function () { throw new Error('then'); };",
    () => "JSON.stringify = () => 'forged';",
    () => "} {",
  ];
  const form = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...calls) },
    { weight: 4, arbitrary: fc.constantFrom(...others) },
    { weight: 1, arbitrary: fc.constantFrom(...ends) },
  );
  return fc.tuple(form, fc.nat(9)).map(([text, n]) => text(n));
}

type Form = (n: number) => string;

function nestedPart(inner: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(
    inner.map((text) => `later.push((async () => {\n${text}\n})());`),
    fc
      .tuple(inner, fc.integer({ min: 1, max: 3 }))
      .map(([text, n]) => `for (let i = 0; i < ${n}; i += 1) {\n${text}\n}`),
    inner.map((text) => `try {\n${text}\n} catch (error) {\nseen.push(String(error));\n}`),
  );
}

const toolError = JSON.stringify({ code: "denied", message: "No.", tool: "pay", ran: "no" });
const outcomes: fc.Arbitrary<CallOutcome> = fc.oneof(
  { weight: 6, arbitrary: fc.json().map((json) => ({ ok: true, json })) },
  { weight: 2, arbitrary: fc.constant({ ok: false, json: toolError }) },
  { weight: 1, arbitrary: fc.constantFrom({ ok: true, json: "{" }, { ok: false, json: "null" }) },
);
const answers: fc.Arbitrary<Answer[]> = fc.array(
  fc.record({ pick: fc.nat(20), outcome: outcomes, laterMs: fc.nat(5000) }),
  { maxLength: 20, size: "max" },
);

async function turnsOf(executor: ProgramExecutor, source: string, given: readonly Answer[], seed: string) {
  const session = await openProgram(executor, { source, seed });
  const turns: Omit<Turn, "cpuMs">[] = [];
  const waiting: number[] = [];
  let timeMs = 1_700_000_000_000;
  const add = ({ cpuMs: _, ...turn }: Turn) => {
    turns.push(turn);
    waiting.push(...turn.calls.map(({ number }) => number));
    return !(turn.ended || turn.failed);
  };
  let isOn = add(await session.start());
  for (const { pick, outcome, laterMs } of given) {
    const [call] = waiting.splice(pick % Math.max(1, waiting.length), 1);
    if (!isOn || call === undefined) break;
    timeMs += laterMs;
    isOn = add(await session.settle(call, outcome, timeMs));
  }
  await session.close();
  return turns;
}

const inline = quickJs({ threads: false });

test("the same sessions come to the same turns in threads and on this thread", async () => {
  await holdSame(quickJs({ threads: true }), { numRuns: Number(process.env.PROPERTY_RUNS ?? 40) });
});

test("an executor that differs in one thing is found", async () => {
  const otherSeed: ProgramExecutor = {
    name: "other seed",
    open: (program) => inline.open({ ...program, seed: `${program.seed}.` }),
  };
  // Nobody reads the smallest example of it, which takes most of the time.
  await expect(holdSame(otherSeed, { numRuns: 400, endOnFailure: true })).rejects.toThrow("Property failed");
});

async function holdSame(
  executor: ProgramExecutor,
  runs: Pick<fc.Parameters, "numRuns" | "endOnFailure">,
): Promise<void> {
  const sessions = fc.asyncProperty(parts, answers, fc.string({ maxLength: 8 }), async (body, given, seed) => {
    const source = `const seen = [];\nconst later = [];\n${body}\nreturn seen;`;
    const [one, other] = await Promise.all([
      turnsOf(executor, source, given, seed),
      turnsOf(inline, source, given, seed),
    ]);
    expect(one).toEqual(other);
  });
  await fc.assert(sessions, { ...runs, seed: Number(process.env.PROPERTY_SEED ?? Date.now()) });
}

import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { wait } from "../support.ts";
import { FAULTS, type Fault, PORTS } from "./faulty-ports.ts";
import { type Ended, play, type Scenario, TOOLS, WAYS } from "./played.ts";

const RUNS = Number(process.env.INVARIANT_RUNS ?? (process.env.LONG_PLAY === undefined ? 100 : 1_200));
/** So many at once: most of them wait. */
const TOGETHER = 50;
/** Milliseconds that stand for "never". */
const NEVER_MS = 20_000;

const fault: fc.Arbitrary<Fault> = fc.record({
  port: fc.oneof(fc.constantFrom(...PORTS), fc.constantFrom("append", "read", "lastSeq", "lastRun")),
  at: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 12 })),
  how: fc.constantFrom(...FAULTS),
  isForGood: fc.boolean(),
});

const scenario: fc.Arbitrary<Scenario> = fc.record({
  way: fc.constantFrom(...WAYS),
  steps: fc.array(fc.array(fc.constantFrom(...TOOLS), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
  faults: fc.array(fault, { minLength: 1, maxLength: 3 }),
  keepsOrder: fc.boolean(),
  isDurable: fc.boolean(),
  hasOutput: fc.boolean(),
  steers: fc.boolean(),
  stopAfterMs: fc.integer({ min: 0, max: 40 }),
});

const unhandled = new Set<string>();
const note = (error: unknown) => void unhandled.add(saidBy(error));
beforeAll(() => {
  process.on("unhandledRejection", note);
  vi.spyOn(console, "error").mockReturnValue();
});
afterAll(() => void process.off("unhandledRejection", note));

it(`settles within the time of a stop, whatever a port does, ${RUNS} times`, { timeout: 1_000 * RUNS }, async () => {
  const wrong: object[] = [];
  const took = { call: 0, run: 0 };
  for (let done = 0; done < RUNS; done += TOGETHER) {
    await Promise.all(
      fc.sample(scenario, Math.min(TOGETHER, RUNS - done)).map(async (each) => {
        const ended = await Promise.race([play(each).catch(String), wait(NEVER_MS).then(() => undefined)]);
        const problem = problemOf(ended);
        if (problem !== undefined) wrong.push({ problem, ...each });
        if (typeof ended !== "object") return;
        const kind = ended.result === undefined ? "call" : "run";
        took[kind] = Math.max(took[kind], ended.tookMs);
      }),
    );
  }
  expect(wrong).toEqual([]);
  expect([...unhandled]).toEqual([]);
  if (process.env.INVARIANT_RUNS !== undefined) process.stdout.write(`${JSON.stringify(took)}\n`);
});

function saidBy(error: unknown): string {
  try {
    return error instanceof Error ? String(error.stack) : String(error);
  } catch {
    return "a hostile proxy";
  }
}

function problemOf(ended: Ended | string | undefined): string | undefined {
  if (ended === undefined) return "it never settled";
  if (typeof ended === "string") return `it rejected: ${ended}`;
  const { result, settled, stored } = ended;
  const holds = (type: string, id: string, success: unknown) =>
    stored.some(
      (event) =>
        event.type === type &&
        (type === "done" || Reflect.get(event.data, "toolCallId") === id) &&
        Reflect.get(event.data, type === "done" ? "stopReason" : "success") === success,
    );
  const { stopReason = "error" } = result ?? {};
  if (stopReason !== "error" && !holds("done", "", stopReason)) return `it told ${stopReason}, which is not stored`;
  const told = settled.find((call) => !call.result.isError && !holds("tool_call_end", call.toolCallId, true));
  return told && `the call ${told.toolCallId} told a success that is not stored`;
}

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defineTool, type Tool, ToolRegistry, ToolRunner } from "../../src/index.ts";
import { KeptLog, wait } from "../support.ts";

const RUNS = Number(process.env.INVARIANT_RUNS ?? (process.env.LONG_PLAY === undefined ? 50 : 600));

interface PlannedCall {
  readonly name: "look" | "change" | "asks" | "nests" | "nests_deep";
  readonly ms: number;
}

interface Plan {
  readonly calls: readonly PlannedCall[];
  readonly answerMs: number;
  readonly maxConcurrency: number;
}

const plans: fc.Arbitrary<Plan> = fc.record({
  calls: fc.array(
    fc.record({
      name: fc.constantFrom("look", "look", "change", "change", "asks", "nests", "nests_deep"),
      ms: fc.integer({ min: 0, max: 4 }),
    }),
    { minLength: 2, maxLength: 6 },
  ),
  answerMs: fc.integer({ min: 0, max: 3 }),
  maxConcurrency: fc.constantFrom(1, 2, 8),
});

/** What begins, and when a person refused without a reason, in the order in which it happened. */
async function played({ calls, answerMs, maxConcurrency }: Plan) {
  const trace: string[] = [];
  const input = { type: "object", properties: { ms: { type: "number" }, n: { type: "number" } } };
  const tool = (name: string, effects: "read" | "write", work: (ms: number, call: Call) => Promise<unknown>): Tool =>
    defineTool<{ ms: number }, unknown>({
      name,
      description: "",
      input,
      effects,
      requiresConfirmation: name === "asks",
      execute: async ({ ms }, ctx) => {
        trace.push(`+${name}`);
        await wait(ms);
        return work(ms, async (inner) => void (await ctx.call(inner, { ms, n: 99 })));
      },
    });
  const tools = [
    tool("look", "read", async () => "seen"),
    tool("change", "write", async () => "changed"),
    tool("asks", "write", async () => "done"),
    tool("nests", "read", (_, call) => call("asks").then(() => call("change"))),
    tool("nests_deep", "read", (_, call) => Promise.all([call("nests"), call("look")])),
  ];
  const runner = new ToolRunner({
    registry: new ToolRegistry(tools),
    logger: new KeptLog(),
    maxConcurrency,
    approver: {
      async approve({ approvalId }) {
        await wait(answerMs);
        return { approvalId, approve: false };
      },
    },
  });
  const settled = await runner.execAll(calls.map(({ name, ms }, n) => ({ name, arguments: { ms, n } })));
  return { trace, settled };
}

type Call = (name: string) => Promise<void>;

describe("the stop of a step", () => {
  it("15: is final: nobody is asked and nothing starts once a person has refused, wherever the question came from", async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const { trace, settled } = await played(plan);
        expect(settled).toHaveLength(plan.calls.length);
        const refused = settled.findIndex(({ stop }) => stop === "denied");
        if (refused === -1) return;
        // Everything that comes after the refused call in call order, and may not share its time, was skipped.
        const late = settled.slice(refused + 1).filter(({ toolName }) => toolName === "change" || toolName === "asks");
        expect(late.map(({ result }) => result.error?.code)).toEqual(late.map(() => "skipped"));
        expect(trace.filter((entry) => entry === "+asks")).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it("15: a write that waits for a read does not run when a call inside that read is refused", async () => {
    const { trace, settled } = await played({
      calls: [
        { name: "nests", ms: 2 },
        { name: "change", ms: 0 },
        { name: "look", ms: 0 },
      ],
      answerMs: 2,
      maxConcurrency: 8,
    });
    expect(trace).toEqual(["+nests"]);
    expect(settled.map(({ result }) => result.error?.code)).toEqual([undefined, "skipped", "skipped"]);
    expect(settled.map(({ stop }) => stop)).toEqual(["denied", undefined, undefined]);
  });
});

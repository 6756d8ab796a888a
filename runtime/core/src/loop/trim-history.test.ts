import { describe, expect, it } from "vitest";
import { run } from "../../test/looping.ts";
import { toolOf } from "../../test/making.ts";
import type { Message } from "../model/messages.ts";

const RESULT_BYTES = 2_000;
const STEPS = 60;
const print = toolOf("print", () => "x".repeat(RESULT_BYTES));

async function longRun(budgetTokens: number) {
  const answers = (n: number) => (n < STEPS ? { calls: [{ name: "print" }] } : { text: "end" });
  const extra = { tools: [print], trim: { budgetTokens }, maxIterations: STEPS + 1, loopGuard: false };
  const { model } = await run(answers, extra);
  return model.requests.map(({ messages }) => messages);
}

/** Whether a provider that has cached the one request can go on from it. */
function continues(before: readonly Message[], after: readonly Message[]): boolean {
  return before.every((message, index) => JSON.stringify(message) === JSON.stringify(after[index]));
}

describe("trimming in a long run", () => {
  it("leaves the beginning of requests alone for several steps, so that a provider's cache of it holds", async () => {
    const requests = await longRun(5_000);
    const broken = requests.flatMap((messages, index) => {
      const before = requests[index - 1];
      return before === undefined || continues(before, messages) ? [] : [index];
    });
    // 40 % of 20,000 bytes is room for 4 results.
    const gaps = broken.slice(1).map((at, index) => at - (broken[index] ?? 0));
    expect(broken.length).toBeGreaterThan(5);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(4);
  });

  it("changes no message a second time", async () => {
    const requests = await longRun(5_000);
    const forms = new Map<string, Set<string>>();
    for (const message of requests.flat()) {
      if (message.role !== "tool") continue;
      const known = forms.get(message.tool_call_id) ?? new Set();
      forms.set(message.tool_call_id, known.add(JSON.stringify(message)));
    }
    expect(forms.size).toBe(STEPS);
    expect(Math.max(...[...forms.values()].map(({ size }) => size))).toBe(2);
  });

  it("keeps every request within the budget, but for the results of its last step", async () => {
    for (const messages of await longRun(1_000)) {
      const weight = messages.reduce((sum, { role, content }) => sum + (role === "tool" ? content.length : 0), 0);
      expect(weight).toBeLessThanOrEqual(4_000 + RESULT_BYTES);
    }
  });

  it("does nothing where it is off", async () => {
    const requests = await longRun(Number.POSITIVE_INFINITY);
    expect(requests.every((messages, index) => index === 0 || continues(requests[index - 1] ?? [], messages))).toBe(
      true,
    );
  });
});

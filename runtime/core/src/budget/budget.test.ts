import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBudget, Ledger, ledgerOf } from "./budget.ts";

describe("a budget", () => {
  it("begins with what was spent before", () => {
    const budget = createBudget(
      { maxCostUsd: 1, maxTokens: 100 },
      { inputTokens: 30, outputTokens: 12, costUsd: 0.25 },
    );
    expect(budget).toMatchObject({
      limits: { maxCostUsd: 1, maxTokens: 100 },
      spent: { tokens: 42, costUsd: 0.25, seconds: 0 },
    });
    expect(ledgerOf(budget)).toBe(budget);
  });

  it.each([
    [{ maxTokens: -1 }, "A budget: maxTokens must be a number of tokens from 0"],
    [{ maxCostUsd: "1" }, "A budget: maxCostUsd must be US dollars from 0, such as 0.5, got"],
    [{ maxSeconds: Number.NaN }, "A budget: maxSeconds must be a number of seconds from 0"],
    [{ maxCost: 1 }, "maxCostUsd"],
  ])("refuses %j", (limits, words) => {
    expect(() => createBudget(JSON.parse(JSON.stringify(limits)))).toThrow(words);
  });

  it("says in words what is spent of which limit", () => {
    const ledger = new Ledger({ maxCostUsd: 0.05, maxTokens: 1_000 });
    expect(ledger.lowNote()).toBeUndefined();
    ledger.spend({ inputTokens: 700, outputTokens: 100, costUsd: 0.01 });
    expect(ledger.lowNote()).toBe("The budget is nearly spent: 800 of 1,000 tokens are spent.");
    expect(ledger.lowNote()).toBeUndefined();
    expect(ledger.whyNot({ tokens: 10, costUsd: 0.05 })).toBe(
      "The next model call does not fit the budget: $0.0100 of $0.05 are spent.",
    );
  });

  it("takes the price of a model where its usage names no cost", () => {
    const ledger = new Ledger({ maxCostUsd: 1 });
    const run = { runId: "r", config: { model: { price: { input: 2, output: 10 } } } };
    ledger.spend({ inputTokens: 100_000, outputTokens: 10_000 }, run);
    expect(ledger.spent.costUsd).toBeCloseTo(0.3, 10);
    ledger.spend({ inputTokens: 100_000, outputTokens: 10_000, costUsd: 0.1 }, run);
    expect(ledger.spent.costUsd).toBeCloseTo(0.4, 10);
  });

  it("spends what a run has used once, however often it is resumed, and by how many runs inside it", () => {
    const ledger = new Ledger({ maxTokens: 100 });
    const [run, inside] = ["run", "inside"].map((runId) => ({ runId, config: { model: {} } }));
    const five = { inputTokens: 4, outputTokens: 1 };
    ledger.spend(five, run);
    ledger.spend(five, inside);
    ledger.spend(five, run, true);
    expect(ledger.spent.tokens).toBe(10);
    // Another process had the run meanwhile.
    for (const _ of [1, 2]) ledger.recall({ inputTokens: 12, outputTokens: 3 }, run ?? expect.fail());
    expect(ledger.spent.tokens).toBe(15);
    ledger.forget("run");
    ledger.recall(five, run ?? expect.fail());
    expect(ledger.spent.tokens).toBe(20);
  });

  it("lets a call wait for what others have reserved, and tells it when that is freed", async () => {
    const ledger = new Ledger({ maxTokens: 100 });
    const amount = { tokens: 60, costUsd: 0 };
    expect(ledger.reserve(amount)).toBe(true);
    expect(ledger.reserve(amount)).toBe(false);
    expect(ledger.mayFitLater(amount)).toBe(true);
    expect(ledger.mayFitLater({ tokens: 101, costUsd: 0 })).toBe(false);
    const freed = ledger.nextFreed();
    ledger.free(amount);
    await freed;
    expect(ledger.reserve(amount)).toBe(true);
    ledger.free(amount);
    ledger.spend({ inputTokens: 50, outputTokens: 0 });
    expect(ledger.mayFitLater(amount)).toBe(false);
  });
});

it("never lets more be reserved than is left, and never less than fits", () => {
  const amounts = fc.array(fc.tuple(fc.nat(40), fc.boolean(), fc.nat(40)), { maxLength: 40 });
  fc.assert(
    fc.property(fc.nat(200), amounts, (maxTokens, steps) => {
      const ledger = new Ledger({ maxTokens });
      const held: number[] = [];
      for (const [tokens, frees, billed] of steps) {
        const taken = held.reduce((total, one) => total + one, 0) + ledger.spent.tokens;
        expect(ledger.reserve({ tokens, costUsd: 0 })).toBe(taken + tokens <= maxTokens);
        if (taken + tokens <= maxTokens) held.push(tokens);
        const [first] = held;
        if (!frees || first === undefined) continue;
        held.shift();
        ledger.free({ tokens: first, costUsd: 0 });
        ledger.spend({ inputTokens: Math.min(first, billed), outputTokens: 0 });
        expect(ledger.spent.tokens).toBeLessThanOrEqual(maxTokens);
      }
    }),
  );
});

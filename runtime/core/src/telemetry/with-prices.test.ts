import { describe, expect, it } from "vitest";
import type { ModelPort, Usage } from "../model/model-port.ts";
import { withPrices } from "./with-prices.ts";

async function* nothing() {}

function modelOf(name: string, usage: Usage | undefined, answered = "answered"): ModelPort {
  const message = { role: "assistant", content: "" } as const;
  const about = usage === undefined ? {} : { usage };
  const final = Promise.resolve({ message, model: answered, finishReason: "stop" as const, ...about });
  return { name, contextWindow: 7, completionStream: () => ({ stream: nothing(), final }) };
}

const usage = { inputTokens: 1_000_000, outputTokens: 500_000 };
const costOf = async (model: ModelPort) => (await model.completionStream({ messages: [] }).final).usage?.costUsd;

describe("withPrices", () => {
  it.each(["litellm:m", "m", "answered"])("finds the price of %s", async (name) => {
    const model = withPrices(modelOf("litellm:m", usage), { [name]: { input: 2, output: 8 } });
    expect(await costOf(model)).toBe(6);
    expect(model).toMatchObject({ name: "litellm:m", contextWindow: 7 });
  });

  it("takes the prices of the provider's cache for what was read from it and written to it", async () => {
    const cached = { ...usage, cachedInputTokens: 800_000, cacheWriteTokens: 100_000 };
    const price = { input: 2, output: 8 };
    expect(await costOf(withPrices(modelOf("m", cached), { m: price }))).toBe(6);
    const prices = { m: { ...price, cachedInput: 0.25, cacheWrite: 2.5 } };
    expect(await costOf(withPrices(modelOf("m", cached), prices))).toBeCloseTo(0.2 + 0.2 + 0.25 + 4, 10);
    expect(await costOf(withPrices(modelOf("m", usage), prices))).toBe(6);
    for (const wrong of [
      { ...price, cachedInput: -1 },
      { ...price, cacheWrite: Number.NaN },
    ])
      expect(() => withPrices(modelOf("m", usage), { m: wrong })).toThrow(/price of m/);
  });

  it("leaves alone what the provider says, and what has no price", async () => {
    const prices = { m: { input: 1, output: 1 } };
    expect(await costOf(withPrices(modelOf("m", { ...usage, costUsd: 0.5 }), prices))).toBe(0.5);
    expect(await costOf(withPrices(modelOf("other", usage), prices))).toBeUndefined();
    expect(await costOf(withPrices(modelOf("constructor", usage), prices))).toBeUndefined();
    expect(await costOf(withPrices(modelOf("m", undefined), prices))).toBeUndefined();
  });

  it.each([{ input: -1, output: 1 }, { input: Number.NaN, output: 1 }, { input: 1 }, null])("refuses %j", (price) => {
    const prices = JSON.parse(JSON.stringify({ m: price }).replace("null", '"x"'));
    expect(() => withPrices(modelOf("m", usage), prices)).toThrow(/price of m/);
  });
});

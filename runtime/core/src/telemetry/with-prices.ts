import { present } from "../json/present.ts";
import { around } from "../model/around.ts";
import { costOf } from "../model/cost-of.ts";
import type { LlmCompletionResult, ModelPort, ModelPrice } from "../model/model-port.ts";
import { checkArgument } from "../options/check-options.ts";
import { aModelPort } from "../options/composed-rules.ts";
import { anObject } from "../options/option-rules.ts";

/**
 * Prices by the name of a model, with its provider before a colon or without: `openai:gpt-5`, `gpt-5`. Data: keep it in
 * a file.
 */
export type PriceTable = Readonly<Record<string, ModelPrice>>;

/**
 * The same model, whose usage tells `costUsd` where the provider does not: it stands in events, summaries, totals and
 * spans then. Prices are looked up under the name of the port, then under that of the model that answered. A model
 * without a price costs nothing that is known. Throws a `TypeError` for a price that is no number from 0.
 */
export function withPrices(model: ModelPort, prices: PriceTable): ModelPort {
  checkArgument(model, { of: "The model of withPrices", rule: aModelPort });
  checkArgument(prices, { of: "The prices of withPrices", rule: PRICES });
  const wrong = Object.entries(prices).find(([, price]) => !isModelPrice(price));
  if (wrong !== undefined) {
    throw new TypeError(
      `The price of ${wrong[0]} must be { input, output, cachedInput?, cacheWrite? }, in dollars for a million tokens.`,
    );
  }
  const same = around(model, (params, context) => {
    const { stream, final } = model.completionStream(params, context);
    return { stream, final: final.then((completion) => priced(completion, model.name, prices)) };
  });
  return { ...same, ...present({ price: priceOf([model.name], prices) ?? model.price }) };
}

const PRICES = { form: 'a table such as { "openai:gpt-5": { input: 1.25, output: 10 } }', fits: anObject.fits };

function isModelPrice(price: ModelPrice | undefined): boolean {
  const { input, output, cachedInput = 0, cacheWrite = 0 } = price ?? {};
  return [input, output, cachedInput, cacheWrite].every(isPrice);
}

function isPrice(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function priced(completion: LlmCompletionResult, name: string, prices: PriceTable): LlmCompletionResult {
  const { usage } = completion;
  if (usage === undefined || usage.costUsd !== undefined) return completion;
  const price = priceOf([name, completion.model], prices);
  return price === undefined ? completion : { ...completion, usage: { ...usage, costUsd: costOf(usage, price) } };
}

/** Of the first of these names that has one, with its provider or without. */
function priceOf([name = "", ...others]: readonly string[], prices: PriceTable): ModelPrice | undefined {
  const known = [name, name.slice(name.indexOf(":") + 1), ...others].find((one) => Object.hasOwn(prices, one));
  return known === undefined ? undefined : prices[known];
}

import { around } from "../model/around.ts";
import type { LlmCompletionResult, ModelPort, Usage } from "../model/model-port.ts";
import { checkArgument } from "../options/check-options.ts";
import { aModelPort } from "../options/composed-rules.ts";
import { anObject } from "../options/option-rules.ts";

/** What a model takes, in US dollars for a million tokens. */
export interface ModelPrice {
  readonly input: number;
  /** Of the input, what came from the provider's cache. Default: as all of it. */
  readonly cachedInput?: number;
  /** Of the input, what was written to the provider's cache. Default: as all of it. */
  readonly cacheWrite?: number;
  readonly output: number;
}

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
  return around(model, (params, context) => {
    const { stream, final } = model.completionStream(params, context);
    return { stream, final: final.then((completion) => priced(completion, model.name, prices)) };
  });
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
  const names = [name, name.slice(name.indexOf(":") + 1), completion.model];
  const known = names.find((one) => Object.hasOwn(prices, one));
  const price = known === undefined ? undefined : prices[known];
  return price === undefined ? completion : { ...completion, usage: { ...usage, costUsd: costOf(usage, price) } };
}

function costOf(usage: Usage, { input, output, cachedInput = input, cacheWrite = input }: ModelPrice): number {
  const { inputTokens, cachedInputTokens = 0, cacheWriteTokens = 0, outputTokens } = usage;
  const plain = inputTokens - cachedInputTokens - cacheWriteTokens;
  const dollars =
    plain * input + cachedInputTokens * cachedInput + cacheWriteTokens * cacheWrite + outputTokens * output;
  return dollars / 1_000_000;
}

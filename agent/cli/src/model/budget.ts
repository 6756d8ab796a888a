import { readFile } from "node:fs/promises";
import { type Budget, createBudget, type ModelPort, type Usage } from "@toolwright/core";
import type { BudgetFlags } from "../flags.ts";
import { messageOf } from "../text/message-of.ts";
import { parseJsonFile } from "../text/parse-json-file.ts";
import { UsageError } from "../usage-error.ts";
import type { Sender } from "./refuse-useless-flags.ts";

/** What a run may spend beside what was spent before; empty where the command line sets no limit. */
export function budgetConfig(
  { maxCost, maxTokens, maxSeconds }: BudgetFlags,
  spent?: Usage,
): { readonly budget?: Budget } {
  if (maxCost === undefined && maxTokens === undefined && maxSeconds === undefined) return {};
  const limits = {
    ...(maxCost !== undefined && { maxCostUsd: maxCost }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(maxSeconds !== undefined && { maxSeconds }),
  };
  return { budget: createBudget(limits, spent) };
}

/**
 * The model with its price from the file of `--prices`. A model that asks no server costs nothing. Throws a
 * `UsageError` where money is limited and the price is not known.
 */
export async function pricedModel(
  model: ModelPort,
  { prices, maxCost }: BudgetFlags,
  { spec, sender }: { readonly spec: string; readonly sender: Sender },
): Promise<ModelPort> {
  const known = prices === undefined ? model : await withPriceFile(model, prices);
  if (maxCost === undefined || known.price !== undefined) return known;
  if (sender === "nobody") return { ...known, price: { input: 0, output: 0 } };
  throw new UsageError(
    `--max-cost needs the price of ${spec}: give --prices FILE, a JSON file such as {"${spec}": {"input": 1.25, "output": 10}}, in dollars for a million tokens.`,
  );
}

async function withPriceFile(model: ModelPort, file: string): Promise<ModelPort> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new UsageError(`There is no file of prices ${file}.`);
  });
  const table = parseJsonFile(text, file);
  const { withPrices } = await import("@toolwright/core/telemetry");
  try {
    return withPrices(model, Object(table));
  } catch (thrown) {
    throw new UsageError(`${file}: ${messageOf(thrown)}`);
  }
}

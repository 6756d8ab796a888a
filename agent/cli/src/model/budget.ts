import { readFile } from "node:fs/promises";
import { type Budget, type BudgetLimits, createBudget, type ModelPort, type Usage } from "@toolwright/core";
import { present } from "@toolwright/core/internal";
import type { BudgetFlags } from "../flags.ts";
import { messageOf } from "../text/message-of.ts";
import { parseJsonFile } from "../text/parse-json-file.ts";
import { UsageError } from "../usage-error.ts";
import type { Sender } from "./refuse-useless-flags.ts";

/** What a run may spend beside what was spent before; empty where the command line sets no limit. */
export function budgetConfig(flags: BudgetFlags, spent?: Usage): { readonly budget?: Budget } {
  return limitedBy(limitsOf(flags), spent);
}

/** The limits of the command line. */
export function limitsOf({ maxCost, maxTokens, maxSeconds }: BudgetFlags): BudgetLimits {
  return present({ maxCostUsd: maxCost, maxTokens, maxSeconds });
}

/** What a run may spend under limits beside what was spent before; empty without a limit. */
export function limitedBy(limits: BudgetLimits, spent?: Usage): { readonly budget?: Budget } {
  return Object.keys(limits).length === 0 ? {} : { budget: createBudget(limits, spent) };
}

interface Priced {
  readonly model: ModelPort;
  readonly spec: string;
  readonly sender: Sender;
}

/** Why money cannot be limited with a model; undefined where it can. */
export function whyNoPrice({ model, spec, sender }: Priced): string | undefined {
  if (model.price !== undefined || sender === "nobody") return undefined;
  return `The price of ${spec} is not known, so dollars cannot be limited: start the server with --prices FILE.`;
}

/** The model as a run under limits takes it: one that asks no server costs nothing. */
export function pricedFor({ maxCostUsd }: BudgetLimits, chosen: Priced): ModelPort {
  if (maxCostUsd === undefined || chosen.model.price !== undefined) return chosen.model;
  const why = whyNoPrice(chosen);
  if (why !== undefined) throw new UsageError(why);
  return { ...chosen.model, price: { input: 0, output: 0 } };
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

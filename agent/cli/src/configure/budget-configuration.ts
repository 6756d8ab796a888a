import type { BudgetLimits, Conversation } from "@toolwright/core";
import { present } from "@toolwright/core/internal";
import type { BudgetConfiguration } from "@toolwright/server";
import type { Store } from "@toolwright/store";
import { isFields, numberIn } from "@toolwright/view/internal";
import type { BudgetFlags } from "../flags.ts";
import { limitsOf, whyNoPrice } from "../model/budget.ts";
import type { ServedModels } from "../serve/served-models.ts";

/**
 * What may be spent: the usual limits begin as the command line says and hold until the server ends; those of a
 * conversation are kept with it.
 */
export function budgetConfiguration(
  flags: BudgetFlags,
  { store: { threads }, models }: { readonly store: Pick<Store, "threads">; readonly models: ServedModels },
): BudgetConfiguration {
  let usual = limitsOf(flags);
  const kept = async (conversation: Conversation) => (await threads.settings(conversation)) ?? {};
  return {
    async limits(conversation) {
      if (conversation === undefined) return usual;
      const { budget } = await kept(conversation);
      return isFields(budget) ? limitsIn(budget) : undefined;
    },
    async set(limits, conversation) {
      const refused = limits?.maxCostUsd === undefined ? undefined : whyNoPrice(models.usual);
      if (refused !== undefined) return refused;
      if (conversation === undefined) {
        usual = limits ?? {};
        return undefined;
      }
      const { budget: _, ...others } = await kept(conversation);
      await threads.configure(conversation, limits === undefined ? others : { ...others, budget: { ...limits } });
      return undefined;
    },
  };
}

function limitsIn(fields: Readonly<Record<string, unknown>>): BudgetLimits {
  return present({
    maxCostUsd: numberIn(fields, "maxCostUsd"),
    maxTokens: numberIn(fields, "maxTokens"),
    maxSeconds: numberIn(fields, "maxSeconds"),
  });
}

import type { BudgetLimits } from "@toolwright/core";
import { present } from "@toolwright/core/internal";
import { z } from "zod";
import { readBody } from "../../guard/read-body.ts";
import type { ServerContext } from "../../server-context.ts";
import { threadNamed } from "../../users/stored-name.ts";
import { noSuchThread, refuse } from "../refuse.ts";
import { change, withConfiguration } from "./change.ts";

const aLimit = z.number().min(0).max(1e12);

const LIMITED = {
  schema: z.strictObject({
    threadId: z.string().min(1).max(200).optional(),
    limits: z
      .strictObject({ maxCostUsd: aLimit.optional(), maxTokens: aLimit.optional(), maxSeconds: aLimit.optional() })
      .nullable(),
  }),
  error:
    "The body must be { threadId?, limits: { maxCostUsd?, maxTokens?, maxSeconds? } }; limits: null takes those of a thread away.",
};

/** `PUT /api/configuration/budget`: limits for one thread, or for those that have none of their own. */
export function changeBudget(context: ServerContext, request: Request): Promise<Response> {
  return withConfiguration(
    context,
    ({ budget }) => budget,
    async (budget, configuration) => {
      const read = await readBody(request, { ...LIMITED, limits: context.limits });
      if (!read.ok) return refuse(read.status, read.error);
      const { threadId, limits } = read.body;
      const chatId = threadId === undefined ? undefined : await threadNamed(context, threadId);
      if (threadId !== undefined && chatId === undefined) return noSuchThread();
      const conversation = chatId === undefined ? undefined : { channel: context.channel, chatId };
      const wanted: BudgetLimits | undefined = limits === null ? undefined : present(limits);
      const whose = threadId === undefined ? "every thread without its own" : `the thread ${threadId}`;
      return change(configuration, {
        kind: "budget_changed",
        about: `${wordsOf(wanted)} for ${whose}`,
        make: () => budget.set(wanted, conversation),
      });
    },
  );
}

function wordsOf({ maxCostUsd, maxTokens, maxSeconds }: BudgetLimits = {}): string {
  const words = [
    maxCostUsd === undefined ? [] : [`$${maxCostUsd}`],
    maxTokens === undefined ? [] : [`${maxTokens} tokens`],
    maxSeconds === undefined ? [] : [`${maxSeconds} seconds`],
  ].flat();
  return words.length === 0 ? "no limit" : words.join(", ");
}

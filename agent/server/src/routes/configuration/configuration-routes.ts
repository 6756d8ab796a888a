import type { ConfigurationChanges, ShownBudget, ShownConfiguration } from "@toolwright/view/internal";
import type { BudgetConfiguration } from "../../configuration.ts";
import type { ServerContext } from "../../server-context.ts";
import { threadNamed } from "../../users/stored-name.ts";
import { answer } from "../refuse.ts";
import { withConfiguration } from "./change.ts";

/** `GET /api/configuration?thread=ID`: what can be changed, as it is. */
export function showConfiguration(context: ServerContext, request: Request): Promise<Response> {
  const name = new URL(request.url).searchParams.get("thread") ?? undefined;
  return withConfiguration(
    context,
    (all) => all,
    async ({ models, servers, instructions, budget }) => {
      const shown: ShownConfiguration = {
        ...(models && { models: { offered: models.list(), providers: models.providers } }),
        ...(servers && { servers: await servers.list() }),
        ...(instructions && { instructions: await instructions.read() }),
        ...(budget && { budget: await shownBudget(context, budget, name) }),
      };
      return answer(shown);
    },
  );
}

async function shownBudget(
  context: ServerContext,
  budget: BudgetConfiguration,
  name: string | undefined,
): Promise<ShownBudget> {
  const usual = (await budget.limits()) ?? {};
  const chatId = name && (await threadNamed(context, name));
  if (chatId === undefined) return { usual };
  return { usual, thread: (await budget.limits({ channel: context.channel, chatId })) ?? null };
}

/** `GET /api/configuration/changes`: what was changed, the newest first. */
export function listConfigurationChanges(context: ServerContext): Promise<Response> {
  return withConfiguration(
    context,
    (all) => all,
    async (configuration) => {
      const told: ConfigurationChanges = { changes: await configuration.recorded() };
      return answer(told);
    },
  );
}

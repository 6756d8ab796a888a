import type { ConfigurationChanges, ShownBudget, ShownConfiguration } from "@toolwright/view/internal";
import { WEB } from "../../channels.ts";
import type { BudgetConfiguration } from "../../configuration.ts";
import type { ServerContext } from "../../server-context.ts";
import { answer } from "../refuse.ts";
import { withConfiguration } from "./change.ts";

/** `GET /api/configuration?thread=ID`: what can be changed, as it is. */
export function showConfiguration(context: ServerContext, request: Request): Promise<Response> {
  const chatId = new URL(request.url).searchParams.get("thread") ?? undefined;
  return withConfiguration(
    context,
    (all) => all,
    async ({ models, servers, instructions, budget }) => {
      const shown: ShownConfiguration = {
        ...(models && { models: { offered: models.list(), providers: models.providers } }),
        ...(servers && { servers: await servers.list() }),
        ...(instructions && { instructions: await instructions.read() }),
        ...(budget && { budget: await shownBudget(budget, chatId) }),
      };
      return answer(shown);
    },
  );
}

async function shownBudget(budget: BudgetConfiguration, chatId: string | undefined): Promise<ShownBudget> {
  const usual = (await budget.limits()) ?? {};
  if (chatId === undefined) return { usual };
  return { usual, thread: (await budget.limits({ channel: WEB, chatId })) ?? null };
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

import type { BudgetLimits, Conversation, Message } from "@toolwright/core";
import type { AgentConfiguration } from "@toolwright/server";
import type { Store } from "@toolwright/store";
import type { BudgetFlags, ToolFlags } from "../flags.ts";
import type { ServedModels } from "../serve/served-models.ts";
import type { Foundation } from "../setup/prepare.ts";
import type { AddedModels } from "./added-models.ts";
import { budgetConfiguration } from "./budget-configuration.ts";
import { ConfigurationRecord } from "./configuration-record.ts";
import { InstructionFileOfFolder } from "./instruction-file.ts";
import { modelConfiguration } from "./model-configuration.ts";
import { serverConfiguration } from "./server-configuration.ts";

/** What the agent of a server is made of, as far as people change it. */
export interface ConfiguredAgent {
  readonly foundation: Foundation;
  readonly store: Store;
  readonly models: ServedModels;
  /** Undefined where a tape is played or recorded: it is of one model. */
  readonly added: AddedModels | undefined;
  readonly flags: BudgetFlags & Pick<ToolFlags, "workspace" | "mcp">;
}

/** The configuration, and what it comes to for a run. */
export interface Configured {
  readonly configuration: AgentConfiguration;
  /** What a run of the conversation may spend. */
  limits(conversation: Conversation): Promise<BudgetLimits>;
  /** What the folder's file says since it was changed, where a conversation has not heard it. */
  news(history: readonly Message[]): string | undefined;
}

/** How people change the agent of `serve` at its page: where the command keeps each thing. */
export function agentConfiguration({ foundation, store, models, added, flags }: ConfiguredAgent): Configured {
  const { agent, mcp, permissions } = foundation;
  const record = new ConfigurationRecord(agent.workspace);
  const instructions = new InstructionFileOfFolder(agent, permissions);
  const budget = budgetConfiguration(flags, { store, models });
  return {
    configuration: {
      record: (change) => record.add(change),
      recorded: () => record.newest(),
      ...(added && { models: modelConfiguration(models, added) }),
      ...(mcp && { servers: serverConfiguration(mcp, flags) }),
      instructions,
      budget,
    },
    limits: async (conversation) => (await budget.limits(conversation)) ?? (await budget.limits()) ?? {},
    news: (history) => instructions.news(history),
  };
}

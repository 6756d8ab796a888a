import type { Conversation, ModelPort, ToolLoopConfig } from "@toolwright/core";
import type { Store } from "@toolwright/store";
import { COMMIT_MODEL } from "@toolwright/view/internal";
import type { Agent } from "../agent.ts";
import type { AgentCommits, PlannedCall } from "../agent-commits.ts";
import { oneCallModel, silentModel } from "../runs/one-call-model.ts";

/** What a run commits with: it makes this one call, and the model of the conversation is not asked. */
export function commitConfig(
  commits: AgentCommits,
  config: ToolLoopConfig,
  call: PlannedCall & { readonly id: string },
): ToolLoopConfig {
  return withoutModel(commits, config, oneCallModel(COMMIT_MODEL, call));
}

/** The same for a run that is taken up, if that is one which commits. */
export async function commitConfigAgain(
  { store, agent }: { readonly store: Pick<Store, "journal">; readonly agent: Agent },
  conversation: Conversation,
  config: ToolLoopConfig,
): Promise<ToolLoopConfig> {
  if (agent.commits === undefined || !(await commits(store, conversation))) return config;
  return withoutModel(agent.commits, config, silentModel(COMMIT_MODEL));
}

/** What is said meanwhile begins a run of its own: one with a second step would commit twice. */
function withoutModel(commits: AgentCommits, config: ToolLoopConfig, model: ModelPort): ToolLoopConfig {
  const { budget: _, steering: __, ...rest } = commits.configure(config);
  return { ...rest, model, compaction: false, stopWhen: () => true };
}

async function commits({ journal }: Pick<Store, "journal">, conversation: Conversation): Promise<boolean> {
  for await (const event of journal(conversation).lastRun()) {
    if (event.type === "run_start" && event.parentId === undefined) return event.data.model === COMMIT_MODEL;
  }
  return false;
}

import type { JournalEvent, Message, ToolLoopConfig } from "@toolwright/core";
import { type AgentLimits, runAgent, toolsOf } from "@toolwright/core/internal";
import { type Child, childOverrides } from "./child-overrides.ts";
import { intersectPolicies } from "./intersect-policies.ts";
import { isForAgents, type SubAgentReport, type SubAgentTask } from "./sub-agents.port.ts";

/** One task of one agent. */
export interface AgentRun extends Child {
  readonly task: SubAgentTask;
  /** What the parent runs with. */
  readonly config: ToolLoopConfig;
  readonly limits: AgentLimits;
  onEvent(event: JournalEvent): void;
  readonly signal: AbortSignal;
}

/** Works on a task with all that the agent knows. Never rejects. */
export async function runTask(run: AgentRun): Promise<SubAgentReport> {
  const { session, task, parent, limits, signal, changed, onEvent } = run;
  const asked: Message = { role: "user", content: task.prompt };
  const { messages, ...report } = await runAgent({
    parent,
    title: `agent ${session.id}: ${task.description}`,
    config: configOf(run),
    messages: [...session.messages, asked],
    limits,
    signal,
    onEvent,
  });
  session.messages = messages;
  const { inputTokens, outputTokens } = report.usage;
  return { ...report, tokens: inputTokens + outputTokens, changed: [...changed].sort() };
}

/** What the parent runs with, but for what is the agent's own. */
function configOf(run: AgentRun): ToolLoopConfig {
  const { config, session } = run;
  const {
    onAsyncResult: _late,
    requireDoneTool: _done,
    output: _form,
    stopWhen: _condition,
    policy: given,
    ...inherited
  } = config;
  const { type } = session;
  const policy = intersectPolicies(given, type.policy);
  return {
    ...inherited,
    model: type.model ?? config.model,
    tools: toolsOf(config.tools).filter((tool) => isForAgents(tool) && (type.tools?.(tool) ?? true)),
    prepareStep: session.prepareStep,
    overrides: childOverrides(config.overrides, run),
    conversation: session.conversation,
    ...(policy && { policy }),
  };
}

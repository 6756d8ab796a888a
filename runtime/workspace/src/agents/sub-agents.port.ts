import { type DependencyKey, type Tool, type ToolContext, ToolError, type Usage } from "@toolwright/core";
import type { AgentReport } from "@toolwright/core/internal";

/** What an agent is asked to do. */
export interface SubAgentTask {
  /** A few words, for people. */
  readonly description: string;
  readonly prompt: string;
  /** The name of a type. */
  readonly type: string;
  /** An agent that has reported before: it goes on with all it knows. Its type stays. */
  readonly agentId?: string | undefined;
}

/** The call that an agent works for. */
export type ParentCall = Pick<ToolContext, "conversation" | "runId" | "toolCallId" | "resolve" | "addUsage" | "budget">;

/** What an agent leaves behind. */
export interface SubAgentReport extends Omit<AgentReport, "usage" | "messages"> {
  /** Tokens of all model calls, in and out. */
  readonly tokens: number;
  /** The same by kind, with the cost where models say it. The run counts it, or what comes after the run. */
  readonly usage?: Usage;
  /** Absolute paths that it changed, sorted. */
  readonly changed: readonly string[];
}

/** An agent that has a place: it works at once, or as soon as another one has reported. */
export interface AdmittedAgent {
  /** Three characters. */
  readonly id: string;
  /** Call it once. Never rejects; `signal` stops the agent and everything that it started. */
  work(signal: AbortSignal): Promise<SubAgentReport>;
}

/** Agents that work for another one, each with a history of its own. */
export interface SubAgents {
  /** Names and what they are for, in one sentence. */
  readonly types: readonly { readonly name: string; readonly description: string }[];
  /** Throws a `ToolError` for an unknown type or agent, for one that is working, and when too many wait. */
  admit(task: SubAgentTask, parent: ParentCall): AdmittedAgent;
}

/** Who works for an agent. Without an override nobody does. */
export const SUB_AGENTS: DependencyKey<SubAgents> = {
  id: "toolwright.sub-agents",
  scope: "run",
  create: () => ({
    types: [],
    admit() {
      throw new ToolError("There are no sub-agents here.", { suggestion: "Do the task yourself." });
    },
  }),
};

/** The name of the tool that starts agents: agents do not get it. */
export const AGENT_TOOL = "agent";

/** True for what an agent may be given at all. */
export function isForAgents(tool: Tool): boolean {
  return tool.name !== AGENT_TOOL;
}

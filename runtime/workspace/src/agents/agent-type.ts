import type { ModelPort, Policy, Tool } from "@toolwright/core";

/** A kind of agent. */
export interface AgentType {
  readonly name: string;
  /** What it is for, in one sentence. */
  readonly description: string;
  /** What its model is told before the task. */
  readonly instructions: string;
  /** Which of the parent's tools it gets. Default: all. */
  tools?(tool: Tool): boolean;
  /** Narrows what the parent's policy allows. */
  readonly policy?: Policy;
  /** Default: the parent's. */
  readonly model?: ModelPort;
}

const REPORT =
  "You work for another agent on one task, with nobody to ask. It sees only your last message: say there what you found or " +
  "did, with paths and line numbers, and what is left open.";

/** What there is without any setting: an agent for everything, and one that only looks. */
export const AGENT_TYPES: readonly AgentType[] = [
  { name: "general", description: "Does a task with all tools.", instructions: REPORT },
  {
    name: "explore",
    description: "Finds and reads, changes nothing.",
    instructions: `${REPORT} Only look; change nothing.`,
    tools: ({ effects }) => effects.kind === "read",
  },
];

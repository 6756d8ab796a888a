import type { Json } from "../../json/json.ts";
import type { PromptFunction } from "../prompt-function.ts";
import type { AgentOptions } from "./sub-agent.ts";

/** An agent's prompt, about to run. */
export interface AgentStart {
  readonly promptFunction: PromptFunction;
  readonly options: AgentOptions;
  /** Stops the agent with the call that made it. */
  readonly signal: AbortSignal;
}

/** What an agent came to. */
export interface AgentRun {
  readonly response: string;
  readonly steps: Json;
  readonly error?: string;
}

/** Runs an agent's prompt to its end. */
export type RunAgent = (start: AgentStart) => Promise<AgentRun>;

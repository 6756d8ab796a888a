import type { Json, Message, ToolLoopConfig, ToolLoopResult, Usage } from "@toolwright/core";

/** Something that agents are asked to do. */
export interface EvalTask<E = unknown> {
  /** Results are kept under it. */
  readonly id: string;
  /** What the user says, or a whole history. */
  readonly input: string | readonly Message[];
  /** For scorers; no agent reads it. */
  readonly expected?: E;
}

/**
 * Does a task by `run(config)`, and may set something up before and look at what came of it after: `state` is kept with
 * the run, for scorers. A plain configuration of a loop is an agent, too.
 */
export type EvalAgent<E = unknown> = (
  task: EvalTask<E>,
  run: (config: ToolLoopConfig) => Promise<ToolLoopResult>,
) => Promise<ToolLoopResult | { readonly state: Json }>;

/** How an agent did a task. */
export interface EvalRun {
  /** The final text of the model. */
  readonly answer: string;
  readonly stopReason: ToolLoopResult["stopReason"];
  /** The whole history: `expectCalls` reads the calls of it. */
  readonly messages: readonly Message[];
  /** Model calls. */
  readonly steps: number;
  readonly usage: Usage;
  readonly calls: number;
  /** Calls that were refused before they ran. */
  readonly refused: number;
  /** Calls whose arguments were put right. */
  readonly mended: number;
  readonly seconds: number;
  /** What the agent left, where it says so. */
  readonly state?: Json;
}

import type { ModelPort } from "../model/model-port.ts";

/** How the older part of a conversation becomes a summary when the model's context is nearly full. */
export interface CompactionOptions {
  /** At which share of the window. Default 0.8. */
  readonly at?: number;
  /** Tokens that the model can read. Default: what the model says, else 128,000. */
  readonly windowTokens?: number;
  /** Tokens of the newest messages that stay as they are. Default: a fifth of the window. */
  readonly keepTokens?: number;
  /** Writes the summary. Default: the model of the run. */
  readonly model?: ModelPort;
  /** What the summary has to hold besides, in words for the model that writes it. */
  readonly instructions?: string;
}

/** The same with every number known. */
export interface CompactionLimits {
  readonly windowTokens: number;
  /** Tokens from which on a context is nearly full. */
  readonly fullTokens: number;
  readonly keepTokens: number;
}

/** What a model can read that does not say. */
const USUAL_WINDOW = 128_000;

/** Undefined where there is to be no compaction. */
export function compactionOf(given: CompactionOptions | boolean | undefined): CompactionOptions | undefined {
  if (given === undefined || given === false) return undefined;
  return given === true ? {} : given;
}

export function limitsOf({ at = 0.8, ...options }: CompactionOptions, model: ModelPort): CompactionLimits {
  const windowTokens = options.windowTokens ?? model.contextWindow ?? USUAL_WINDOW;
  const keepTokens = options.keepTokens ?? Math.floor(windowTokens / 5);
  return { windowTokens, fullTokens: Math.floor(windowTokens * at), keepTokens };
}

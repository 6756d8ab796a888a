import type { Budget, Usage } from "@toolwright/core";
import type { EvalRun, EvalTask } from "./task.ts";

/** What a scorer makes of a run. */
export interface Score {
  readonly passed: boolean;
  /** One sentence for people. */
  readonly reason?: string;
  /** What the scorer has used on a model of its own. */
  readonly usage?: Usage;
}

/**
 * Judges a run. A scorer that returns nothing has passed it, and one that throws has not: the message is the reason, so
 * that assertions are scorers. One that asks a model gives its loop the `budget`.
 */
export type Scorer<E = unknown> = (
  run: EvalRun,
  task: EvalTask<E>,
  given: { readonly budget: Budget; readonly signal: AbortSignal | undefined },
  // biome-ignore lint/suspicious/noConfusingVoidType: a function that only asserts has no return statement
) => boolean | Score | void | Promise<boolean | Score | void>;

/** The score of a run, whatever the scorer does. */
export async function scoreOf<E>(scorer: Scorer<E>, ...given: Parameters<Scorer<E>>): Promise<Score> {
  try {
    const said = await scorer(...given);
    return typeof said === "object" ? said : { passed: said !== false };
  } catch (error) {
    return { passed: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

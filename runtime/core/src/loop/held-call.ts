import type { LlmCompletionResult } from "../model/model-port.ts";
import { askModel, type Question } from "./ask-model.ts";
import type { ModelAnswer } from "./call-model.ts";
import type { Run } from "./run.ts";
import type { ComingCall } from "./run-budget.ts";

/** A model call that there is room for. */
export interface HeldCall {
  /** Counts what it took, where it was answered. */
  end(completion: LlmCompletionResult | undefined): void;
}

/** Room for a model call; a sentence for people where the budget of the run has none. */
export async function holdCall(run: Run, call: ComingCall): Promise<HeldCall | string> {
  return run.budget?.hold(run, call) ?? { end: (completion) => run.addUsage(completion?.usage) };
}

/** The answer to a call that there is room for, counted. Rejects where the engine under the run does. */
export async function askHeld(run: Run, held: HeldCall, question: Question): Promise<ModelAnswer> {
  let answer: ModelAnswer | undefined;
  try {
    answer = await askModel(run, question);
    return answer;
  } finally {
    held.end(answer?.completion);
  }
}

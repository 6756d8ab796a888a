import { COMMIT_MODEL, type RunFailure } from "@toolwright/view/internal";
import { failureAdvice } from "./failure-advice.ts";

/** How a run ended, where that is not simply that the answer is there. */
export interface RunEndText {
  readonly text: string;
  /** What a person can do about a failure. */
  readonly advice?: string;
  /** Whether it failed, and the user has to do something about it. */
  readonly isFailure: boolean;
}

const TEXTS = new Map<string, string>([
  ["aborted", "Stopped."],
  ["max_iterations", "The step limit was reached. Send “go on” to continue."],
  ["budget", "The budget of this conversation is spent. It continues once the server allows a larger one."],
  ["length", "The answer was cut off: the model's length limit was reached. Send “go on” to continue."],
  ["content_filter", "The provider's content filter ended the answer. Rephrase the request."],
  ["denied", "You refused, so the run ended. Say how to continue."],
  ["loop_guard", "Ended: the same calls were made again and again. Say what should be done differently."],
]);

const EMPTY = "The model ended without an answer. Send “go on”, or rephrase the request.";

/** What is known of the end of a run. */
export interface KnownEnd {
  readonly stopReason: string | undefined;
  /** The model that answered, as it names itself; it is told a moment after the end. */
  readonly model?: string | undefined;
  /** What the server says of a run that failed. */
  readonly error?: string | undefined;
  /** Why it failed, in the words of what did. */
  readonly reason?: string | undefined;
  readonly failure?: RunFailure | undefined;
  /** False: calls were made that may change something, and all of them failed. */
  readonly changed?: boolean | undefined;
  /** Whether the model said nothing after all that it did. */
  readonly isEmpty?: boolean;
}

/** The end of a run in words; undefined for one that is done, or not over. */
export function runEndText(known: KnownEnd): RunEndText | undefined {
  const { stopReason, model, error, reason, failure, changed, isEmpty } = known;
  if (error !== undefined || stopReason === "error") {
    const said = reason ?? error ?? "";
    const text = said === "" ? "The run failed." : `The run failed: ${said}`;
    return { text, advice: failureAdvice(failure), isFailure: true };
  }
  if (stopReason === "stop" && isEmpty) return { text: EMPTY, isFailure: false };
  const isCommit = stopReason === "stop_when" && (model === undefined || model === COMMIT_MODEL);
  if (stopReason === "stop" || stopReason === "done" || isCommit)
    return changed === false ? { text: "Nothing was changed.", isFailure: false } : undefined;
  if (stopReason === undefined) return undefined;
  return { text: TEXTS.get(stopReason) ?? "The run ended early.", isFailure: false };
}

import { COMMIT_MODEL, endText, type RunFailure } from "@toolwright/view/internal";
import { endTexts, errorTexts } from "@toolwright/view/internal/words";
import { adviceTexts } from "../words/advice.ts";
import { failureAdvice } from "./failure-advice.ts";

/** How a run ended, where that is not simply that the answer is there. */
export interface RunEndText {
  readonly text: string;
  /** What a person can do about a failure. */
  readonly advice?: string;
  /** Whether it failed, and the user has to do something about it. */
  readonly isFailure: boolean;
}

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
    const said = reason ?? errorWords(error, failure);
    const text = said === "" ? adviceTexts.failed : adviceTexts.failedBecause(said);
    return { text, advice: failureAdvice(failure), isFailure: true };
  }
  if (stopReason === "stop" && isEmpty) return { text: adviceTexts.emptyAnswer, isFailure: false };
  const isCommit = stopReason === "stop_when" && (model === undefined || model === COMMIT_MODEL);
  if (stopReason === "stop" || stopReason === "done" || isCommit)
    return changed === false ? { text: `${endTexts.nothingChanged}.`, isFailure: false } : undefined;
  if (stopReason === undefined) return undefined;
  return { text: [`${endText(stopReason)}.`, nextStep(stopReason)].join(" ").trim(), isFailure: false };
}

/** The server's own words, in the language of the page where it is known which they are. */
function errorWords(error: string | undefined, failure: RunFailure | undefined): string {
  const known = Object.entries(errorTexts).find(([code]) => code === failure?.code)?.[1];
  return error === undefined ? "" : (known ?? error);
}

/** What a person can do after an end that is no failure. */
function nextStep(stopReason: string): string {
  switch (stopReason) {
    case "max_iterations":
    case "length":
      return adviceTexts.goOn;
    case "budget":
      return adviceTexts.budget;
    case "content_filter":
      return adviceTexts.rephrase;
    case "denied":
      return adviceTexts.denied;
    case "loop_guard":
      return adviceTexts.loopGuard;
    default:
      return "";
  }
}

import type { RunFailure } from "@toolwright/view/internal";
import { adviceTexts } from "../words/advice.ts";

/** What a person can do at the page about a run that failed. */
export function failureAdvice(failure: RunFailure | undefined): string {
  if (failure?.code === "http" && failure.status !== undefined) return adviceByStatus(failure.status);
  return adviceByCode(failure?.code) ?? adviceTexts.sendAgain;
}

function adviceByStatus(status: number): string {
  if (status === 401 || status === 403) return adviceTexts.otherKey;
  if (status === 413) return adviceTexts.tooLong;
  if (status === 429) return adviceTexts.wait;
  return status >= 500 ? adviceTexts.sendAgain : adviceTexts.otherWords;
}

function adviceByCode(code: string | undefined): string | undefined {
  if (code === "journal_failed") return adviceTexts.notStored;
  if (code === "invalid_options") return adviceTexts.setUp;
  return code === "internal" ? adviceTexts.fixed : undefined;
}

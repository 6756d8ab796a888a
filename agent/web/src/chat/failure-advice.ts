import type { RunFailure } from "@toolwright/view/internal";

const AGAIN = "Send the message again, or another one.";

/** What a person can do at the page about a run that failed. */
export function failureAdvice(failure: RunFailure | undefined): string {
  if (failure?.code === "http" && failure.status !== undefined) return adviceByStatus(failure.status);
  return BY_CODE.get(failure?.code ?? "") ?? AGAIN;
}

function adviceByStatus(status: number): string {
  if (status === 401 || status === 403)
    return "It can be tried again with another key for the server, or another model.";
  if (status === 413) return "Compact the conversation, or begin a new thread.";
  if (status === 429) return "Wait a moment, or choose another model; then try again.";
  return status >= 500 ? AGAIN : "Choose another model, or say it in other words.";
}

const BY_CODE: ReadonlyMap<string, string> = new Map([
  ["journal_failed", "Load the page again to see what was stored."],
  ["invalid_options", "It can be tried again when the server is set up otherwise."],
  ["internal", "It can be tried again when that is mended."],
]);

import { inLanguage } from "./in-language.ts";

/** Programs of a model: their calls, and the questions that come from inside them. */
export const programTexts = inLanguage("program", {
  /** How a call stands. */
  states: {
    asking: "waits for an answer",
    queued: "waits its turn",
    running: "runs",
    ok: "ok",
    failed: "failed",
    refused: "refused",
    stopped: "stopped",
    unknown: "outcome unknown",
  },
  failedWith: (code: string) => `failed: ${code}`,
  call: (number: number) => `call ${number}`,
  callAtLine: (number: number, line: number) => `call ${number}, line ${line} of the program`,
  othersWait: (count: number) => (count === 1 ? "1 more question waits" : `${count} more questions wait`),
  hasRun: (calls: string) => `Ran so far: ${calls}`,
  nothingHasRun: "Nothing of the program has run yet",
  others: (count: number) => `${count} more`,
  waits: (questions: number, tools: string) =>
    questions === 1 ? `It waits for an answer about ${tools}` : `It waits for ${questions} answers about ${tools}`,
  waitsSince: (wait: string, time: string) => `${wait}, since ${time}`,
});

import { inLanguage } from "./in-language.ts";

/** Why a run ended before the model was done: each is a sentence without its full stop. */
export const endTexts = inLanguage("ends", {
  aborted: "Stopped",
  max_iterations: "The step limit was reached",
  budget: "The budget is spent",
  length: "The answer was cut off at the model's length limit",
  content_filter: "The provider's content filter withheld the answer",
  denied: "A call was refused",
  loop_guard: "The same calls were repeated without progress",
  error: "The run failed",
  other: "The run ended early",
  nothingChanged: "Nothing was changed",
});

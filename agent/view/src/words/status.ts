import { inLanguage } from "./in-language.ts";

/** What a run does at the moment. */
export const statusTexts = inLanguage("status", {
  starting: "Starting",
  modelReads: "The model is reading",
  reading: (read: string, all: string) => `Reading ${read} of ${all} tokens`,
  readingFor: (read: string, all: string, left: string) => `Reading ${read} of ${all} tokens, about ${left}`,
  thinking: "Thinking",
  writing: "Writing",
  writingCall: "Writing a call",
  running: "Running",
  runningCall: (names: string) => `Running ${names}`,
  waiting: "Waiting for your answer",
  retryingIn: (duration: string) => `Retrying in ${duration}`,
});

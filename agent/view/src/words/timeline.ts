import { inLanguage } from "./in-language.ts";

/** What happened in a run, row by row. */
export const timelineTexts = inLanguage("timeline", {
  run: "Run",
  agent: "Agent",
  beganEarlier: "began earlier",
  backgroundResult: "Background result",
  step: (number: number | undefined) => (number === undefined ? "Step" : `Step ${number}`),
  model: "Model",
  retry: "Retry",
  started: "Started",
  question: "Question",
  answer: "Answer",
  summary: "Summary",
  message: "Message",
  error: "Error",
  warning: "Warning",
  endedEarly: "ended early",
  used: (read: string, written: string) => `${read} in, ${written} out`,
  summarised: (before: string, after: string) => `${before} → ${after} tokens`,
  noEffect: (why: string) => `an answer without effect: ${why}`,
  refused: "refused",
  allowed: "allowed",
  allowedWithOthers: "allowed with other arguments",
  retriedIn: (duration: string) => `in ${duration}`,
});

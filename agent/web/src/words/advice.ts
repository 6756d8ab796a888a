import { inLanguage } from "@toolwright/view/internal/words";

/** What a person can do about a run that ended early or failed. */
export const adviceTexts = inLanguage("advice", {
  emptyAnswer: "The model ended without an answer. Send “go on”, or rephrase the request.",
  failed: "The run failed.",
  failedBecause: (why: string) => `The run failed: ${why}`,
  tryAgain: "Try again",
  goOn: "Send “go on” to continue.",
  budget: "The conversation continues once the server allows more.",
  rephrase: "Rephrase the request.",
  denied: "Say how to continue.",
  loopGuard: "Say what should be done differently.",
  sendAgain: "Send the message again, or another one.",
  otherKey: "Try again with another key for the server, or another model.",
  tooLong: "Compact the conversation, or begin a new one.",
  wait: "Wait a moment, or choose another model; then try again.",
  otherWords: "Choose another model, or rephrase the request.",
  notStored: "Reload the page to see what was stored.",
  setUp: "Try again when the server is set up differently.",
  fixed: "Try again when that is fixed.",
});

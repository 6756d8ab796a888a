import { inLanguage } from "@toolwright/view/internal/words";

/** Messages that were written while a run goes on. */
export const queueTexts = inLanguage("queue", {
  list: "Waiting messages",
  files: "(files)",
  sending: "Sending",
  waiting: "Sent when this step ends",
  unsent: "Not sent: the run ended first",
  send: "Send",
  edit: "Edit",
  dismiss: "Dismiss this message",
  takeBack: "Take this message back",
});

import { inLanguage } from "@toolwright/view/internal/words";

/** The pane beside the conversation. */
export const sideTexts = inLanguage("side", {
  label: "Beside the conversation",
  tabs: { changes: "Changes", timeline: "Timeline", file: "File", jobs: "Jobs", plan: "Plan" },
  close: "Close",
  width: "Width of the pane",
  pixels: (count: number) => `${count} pixels`,
  chooseFile: "Choose a file that is named in the conversation to open it here.",
  readingFile: "Reading…",
  showFile: "Show the file",
  noLines: "There are no lines to show.",
});

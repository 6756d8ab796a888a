import { inLanguage } from "@toolwright/view/internal/words";

/** The page around the conversation. */
export const appTexts = inLanguage("app", {
  opening: "Opening…",
  conversations: "Conversations",
  closeList: "Close conversations",
  folder: "The folder that the agent works in",
  timeline: "Timeline",
  newer: "There is a newer version of this page.",
  broken: "Part of this page did not load.",
  isKept: (why: string) => `${why} What you have written is kept, and runs go on.`,
  reload: "Reload",
  notice: "Notice",
  hideNotice: "Hide notice",
  colours: { system: "Colours: as the system", light: "Colours: light", dark: "Colours: dark" },
});

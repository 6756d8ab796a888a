import { inLanguage } from "@toolwright/view/internal/words";

/** A conversation in which nothing was said yet. */
export const emptyTexts = inLanguage("empty", {
  heading: "What would you like to do?",
  tools: (count: number) => `The agent has ${count === 1 ? "1 tool" : `${count} tools`}.`,
  worksIn: (folder: string) => `It works in the folder ${folder}, and asks before it changes anything.`,
  suggestions: "Suggestions",
});

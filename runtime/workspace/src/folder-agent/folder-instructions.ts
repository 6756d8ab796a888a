import type { Message } from "@toolwright/core";

/** What a model is told before the user's first words. */
export const FOLDER_INSTRUCTIONS: Message = {
  role: "system",
  content:
    "You help in one folder, through tools; paths are relative to it. Look before you change anything. " +
    "At the end say in a few words what you found or did.",
};

/** The same, with these paragraphs below it. */
export function folderInstructions(more: readonly string[]): readonly Message[] {
  return [{ role: "system", content: [FOLDER_INSTRUCTIONS.content, ...more].join("\n\n") }];
}

import type { Message } from "@toolwright/core";
import type { ToolsSet } from "../tools/shown-parameters.ts";

/** What a model is told before the user's first words. */
export const FOLDER_INSTRUCTIONS: Message = {
  role: "system",
  content:
    "You help in one folder, through tools; paths are relative to it. Look before you change anything. " +
    "At the end say in a few words what you found or did.",
};

/** The same for a model with the small set of tools. */
export const SMALL_FOLDER_INSTRUCTIONS: Message = FOLDER_INSTRUCTIONS;

/** What a model with this set is told, with these paragraphs below it. */
export function folderInstructions(set: ToolsSet, more: readonly string[]): readonly Message[] {
  const { content } = set === "small" ? SMALL_FOLDER_INSTRUCTIONS : FOLDER_INSTRUCTIONS;
  return [{ role: "system", content: [content, ...more].join("\n\n") }];
}

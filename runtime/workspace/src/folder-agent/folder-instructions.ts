import type { Message } from "@toolwright/core";

/** What a model is told before the user's first words. */
export const FOLDER_INSTRUCTIONS: Message = {
  role: "system",
  content:
    "You are an assistant that works in the user's folder with tools; paths are relative to it. " +
    "Use the tools to do what the user asks, then answer briefly.",
};

/** The same, with these paragraphs below it. */
export function folderInstructions(more: readonly string[]): readonly Message[] {
  return [{ role: "system", content: [FOLDER_INSTRUCTIONS.content, ...more].join("\n\n") }];
}

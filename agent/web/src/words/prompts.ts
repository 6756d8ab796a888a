import { inLanguage } from "@toolwright/view/internal/words";

/** Prompts of MCP servers. */
export const promptTexts = inLanguage("prompts", {
  missing: (server: string, name: string) => `The MCP server ${server} has no prompt ${name}.`,
  preview: "Preview",
  close: "Close",
  says: (server: string) => `The MCP server ${server} says this. Send it as your message?`,
  text: "Text of the prompt",
  images: (count: number) => (count === 1 ? "One image goes along." : `${count} images go along.`),
  send: "Send it",
});

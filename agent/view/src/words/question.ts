import { inLanguage } from "./in-language.ts";

/** What a person is asked, and what they answered. */
export const questionTexts = inLanguage("question", {
  run: (tool: string) => `Run ${tool}?`,
  serverAsks: (server: string, tool: string) => `The MCP server ${server} asks, for ${tool}`,
  serverSendsTo: "It asks you to open:",
  modelSays: "The model says:",
  optional: "optional",
  allowed: "Allowed",
  allowedWithOthers: "Allowed with other arguments",
  refused: "Refused",
  refusedBecause: (reason: string) => `Refused: ${reason}`,
  unanswered: "Asked, and not answered",
});

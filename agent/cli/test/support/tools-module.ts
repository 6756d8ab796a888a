import { CORE } from "./toolwright.ts";

/**
 * A module for `--tools`: an echo that reads, a note that writes, one that never ends, one that keeps the process open.
 */
export const TOOLS_MODULE = `
import { defineTool, ToolError } from ${JSON.stringify(CORE)};
const text = (...names) => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
  required: names,
});
export default [
  defineTool({ name: "echo", description: "Say it again.", effects: "read", input: text("text"), execute: ({ text }) => text }),
  defineTool({ name: "count", description: "As JSON.", effects: "read", input: text(), execute: () => ({ n: [1, 2] }) }),
  defineTool({ name: "note", description: "Write it down. Twice.", effects: "write", input: text("text"), execute: ({ text }) => "noted " + text }),
  defineTool({ name: "fail", description: "Fail.", effects: "read", input: text(),
    execute() { throw new ToolError("No luck.", { reason: "LUCK", suggestion: "Try echo." }); } }),
  defineTool({ name: "wait", description: "Wait for ever.", effects: "read", streamsOutput: true, input: text(), timeoutMs: 60_000,
    execute: (_input, ctx) => new Promise(() => { ctx.emitOutput("waiting\\n"); setInterval(() => {}, 1000); }) }),
  defineTool({ name: "reveal", description: "Show the key.", effects: "read", input: text(), execute: () => "key " + process.env.OPENAI_API_KEY }),
  defineTool({ name: "escape", description: "Draw.", effects: "read", input: text(), execute: () => "a\\u001b[31mred\\u202e" }),
];
`;

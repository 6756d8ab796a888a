import { joinedCommand } from "../../../cli/test/support/joined-command.ts";

const { core: CORE } = await joinedCommand();

/** A module for `--tools`: `hold` prints a line, waits until a named pipe is opened, and prints another. */
export const TOOLS_MODULE = `
import { readFile } from "node:fs/promises";
import { defineTool } from ${JSON.stringify(CORE)};
export default [
  defineTool({
    name: "hold",
    description: "Wait for a gate.",
    input: { type: "object", properties: { gate: { type: "string" } }, required: ["gate"] },
    allowlist: "all",
    effects: "read",
    streamsOutput: true,
    async execute({ gate }, { emitOutput }) {
      emitOutput("waiting at " + gate + "\\n");
      await readFile(gate);
      return "through " + gate;
    },
  }),
];
`;

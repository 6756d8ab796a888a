import { defineTool, type Tool } from "@toolwright/core";
import { z } from "zod";

/** `done`: ends the run after the other calls of the same step; the message is the answer. */
export function doneTool(): Tool {
  return defineTool({
    name: "done",
    description: "Say that the task is finished. Ends the run.",
    input: z.object({ message: z.string().describe("what was done, for the user") }),
    effects: { kind: "read", volatile: true },
    allowlist: "all",
    execute: ({ message }) => ({
      output: { type: "text", text: message },
      forUser: message,
      silent: false,
      isError: false,
      async: false,
      endsRun: true,
    }),
  });
}

import { defineTool, type Tool } from "@toolwright/core";
import { z } from "zod";
import { TODOS } from "./todo-list.ts";

/** `read_todos`: the plan of the agent, one line a todo. */
export function readTodosTool(): Tool {
  return defineTool({
    name: "read_todos",
    description: "Show the plan of the task.",
    input: z.object({}),
    effects: { kind: "read", volatile: true },
    allowlist: "all",
    execute: async (_input, ctx) => (await ctx.resolve(TODOS)).text(),
  });
}

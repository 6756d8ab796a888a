import { defineTool, type Tool, ToolError } from "@toolwright/core";
import { lasting } from "@toolwright/core/internal";
import { z } from "zod";
import { boundedList, boundedText } from "../bounded.ts";
import { calledAlso } from "../called-also.ts";
import { TODOS } from "./todo-list.ts";

/** Limits of a list. */
const MAX_TODOS = 50;
const MAX_CHARACTERS = 200;

/** What other tool systems keep in one besides (a number, a priority, another wording) is taken and not kept. */
const todo = z.looseObject({
  content: z
    .string()
    .trim()
    .pipe(boundedText({ most: MAX_CHARACTERS })),
  status: z.enum(["pending", "in_progress", "completed", "cancelled"]),
});

/** `write_todos`: replaces the plan of the agent. Changes nothing else, so nobody need be asked. */
export function writeTodosTool(): Tool {
  const tool = defineTool({
    name: "write_todos",
    description: "Write the plan of the task: always the whole list.",
    input: z.object({ todos: boundedList(todo, { least: 0, most: MAX_TODOS }).describe("at most one in_progress") }),
    emptyIsAbsent: [],
    aliases: {
      todos: ["items", "tasks", "plan", "list", "todo_list"],
      "todos/*/content": ["text", "task", "step", "title", "description"],
    },
    insteadOf: calledAlso("todo_write update_plan update_todos update_todo_list set_todos todo plan"),
    effects: { kind: "read", volatile: true },
    allowlist: "all",
    async execute({ todos }, ctx) {
      const list = await ctx.resolve(TODOS);
      const replaced = list.replace(todos);
      if (!replaced.ok) throw tooMany(replaced.inProgress);
      return {
        output: { type: "text", text: list.summary() },
        artifact: { todos: list.todos.map(({ content, status }) => ({ content, status })) },
        silent: true,
        isError: false,
        async: false,
      };
    },
  });
  return lasting(tool);
}

function tooMany(indexes: readonly number[]): ToolError {
  const places = indexes.map((index) => `todos[${index}]`).join(", ");
  return new ToolError(`Only one todo can be in_progress; these are: ${places}. The list is unchanged.`, {
    code: "user_error",
    reason: "too_many_in_progress",
    suggestion: "Set all but one to pending.",
  });
}

/** `read_todos`: the plan of the agent, one line a todo. */
export function readTodosTool(): Tool {
  return defineTool({
    name: "read_todos",
    description: "Show the plan of the task.",
    input: z.object({}),
    insteadOf: calledAlso("todo_read get_todos list_todos"),
    effects: { kind: "read", volatile: true },
    allowlist: "all",
    execute: async (_input, ctx) => (await ctx.resolve(TODOS)).text(),
  });
}

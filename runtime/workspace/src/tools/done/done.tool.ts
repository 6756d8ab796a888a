import { defineTool, type Tool, type ToolContext } from "@toolwright/core";
import { textResult } from "@toolwright/core/internal";
import { z } from "zod";
import { WORKSPACE } from "../../workspace/workspace-key.ts";
import { BACKGROUND_JOBS } from "../bash/jobs/background-jobs.ts";
import { calledAlso } from "../called-also.ts";
import { TODOS, type Todo } from "../todos/todo-list.ts";

/**
 * `done`: ends the run after the other calls of the same step; the message is the answer. While background jobs run
 * or a todo is in progress, the first call only names them.
 */
export function doneTool(): Tool {
  return defineTool({
    name: "done",
    description: "End the run: the task is finished.",
    input: z.object({ message: z.string().describe("for the user") }),
    emptyIsAbsent: [],
    aliases: { message: "result answer summary text response final_answer".split(" ") },
    insteadOf: calledAlso(
      "finish finished complete completed task_complete task_done attempt_completion final_answer final submit end " +
        "end_task",
    ),
    effects: { kind: "read", volatile: true },
    allowlist: "all",
    async execute({ message }, ctx) {
      const unfinished = await unfinishedWork(ctx);
      if (unfinished.length > 0) return `Not finished: ${unfinished.join("; ")}. Call done again to end anyway.`;
      return { ...textResult(message), forUser: message, endsRun: true };
    },
  });
}

/** Todos that were named by a first call of `done`. */
const reminded = new WeakSet<Todo>();

/** What still goes on and was not named before. */
async function unfinishedWork(ctx: ToolContext): Promise<readonly string[]> {
  const [jobs, workspace] = [await ctx.resolve(BACKGROUND_JOBS), await ctx.resolve(WORKSPACE)];
  const running = jobs.takeUnreminded(workspace, ctx.conversation).map(({ id }) => `job ${id} running`);
  const { todos } = await ctx.resolve(TODOS);
  const open = todos.filter((todo) => todo.status === "in_progress" && !reminded.has(todo));
  for (const todo of open) reminded.add(todo);
  return [...running, ...open.map(({ content }) => `todo ${JSON.stringify(content)} in progress`)];
}

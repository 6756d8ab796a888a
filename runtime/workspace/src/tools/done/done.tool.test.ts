import { ToolRegistry, ToolRunner } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { TODOS, TodoList } from "../todos/todo-list.ts";
import { doneTool } from "./done.tool.ts";

describe("done", () => {
  const runner = new ToolRunner({ registry: new ToolRegistry([doneTool()]) });

  it("ends the run with a message", async () => {
    const { result, message } = await runner.exec({ name: "done", arguments: { message: "All tests pass." } });
    expect(result).toMatchObject({ endsRun: true, isError: false, forUser: "All tests pass." });
    expect(message.content).toBe("All tests pass.");
  });

  it("names a todo that is in progress, once", async () => {
    const todos = new TodoList();
    todos.replace([
      { content: "run tests", status: "in_progress" },
      { content: "rest", status: "pending" },
    ]);
    const withTodos = new ToolRunner({
      registry: new ToolRegistry([doneTool()]),
      overrides: new Map([[TODOS.id, () => todos]]),
    });
    const done = () => withTodos.exec({ name: "done", arguments: { message: "x" } });
    const first = await done();
    expect(first.message.content).toBe('Not finished: todo "run tests" in progress. Call done again to end anyway.');
    expect(first.result.endsRun).toBeUndefined();
    expect((await done()).result.endsRun).toBe(true);
  });

  it("ends nothing without a message", async () => {
    const { result } = await runner.exec({ name: "done", arguments: {} });
    expect(result).toMatchObject({ isError: true, error: { code: "invalid_arguments" } });
    expect(result.endsRun).toBeUndefined();
  });
});

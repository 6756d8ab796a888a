import type { DependencyKey } from "@toolwright/core";
import { TodoList } from "./todo-list.ts";

/**
 * The agent's plan. Made anew for each run, so a sub-agent has its own; a host that keeps a conversation over many runs
 * overrides it with one that lives as long.
 */
export const TODOS: DependencyKey<TodoList> = {
  id: "toolwright.todos",
  scope: "run",
  create: () => new TodoList(),
};

import type { DependencyKey } from "@toolwright/core";

/** How far a todo is. */
export type TodoStatus = "pending" | "in_progress" | "completed" | "cancelled";

export interface Todo {
  readonly content: string;
  readonly status: TodoStatus;
}

/** The plan of one agent. It stands outside of the history, so that trimming does not touch it. */
export class TodoList {
  #todos: readonly Todo[] = [];

  get todos(): readonly Todo[] {
    return this.#todos;
  }

  /** Takes these in place of all there were, or says why not; then nothing changes. */
  replace(todos: readonly Todo[]): { readonly ok: true } | { readonly ok: false; readonly inProgress: number[] } {
    const inProgress = [...todos.keys()].filter((index) => todos[index]?.status === "in_progress");
    if (inProgress.length > 1) return { ok: false, inProgress };
    this.#todos = todos.map(({ content, status }) => ({ content: oneLine(content), status }));
    return { ok: true };
  }

  /** For example `3/7 done. Now: run tests. Next: update docs`. What was cancelled does not count. */
  summary(): string {
    const counted = this.#todos.filter(({ status }) => status !== "cancelled");
    if (counted.length === 0) return "No todos.";
    const done = counted.filter(({ status }) => status === "completed").length;
    const now = counted.find(({ status }) => status === "in_progress");
    const next = counted.find(({ status }) => status === "pending");
    const parts = [`${done}/${counted.length} done`];
    if (now !== undefined) parts.push(`Now: ${now.content}`);
    if (next !== undefined) parts.push(`Next: ${next.content}`);
    return parts.join(". ");
  }

  /** One line a todo, for example `2. [>] run tests`. */
  text(): string {
    if (this.#todos.length === 0) return "No todos.";
    return this.#todos.map(({ content, status }, index) => `${index + 1}. [${MARKS[status]}] ${content}`).join("\n");
  }
}

const MARKS: Readonly<Record<TodoStatus, string>> = { pending: " ", in_progress: ">", completed: "x", cancelled: "-" };

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

/**
 * The agent's plan. Made anew for each run, so a sub-agent has its own; a host that keeps a conversation over many runs
 * overrides it with one that lives as long.
 */
export const TODOS: DependencyKey<TodoList> = {
  id: "toolwright.todos",
  scope: "run",
  create: () => new TodoList(),
};

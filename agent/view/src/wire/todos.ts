import { listIn, textIn } from "./fields.ts";

/** One thing of the plan that a model keeps. */
export interface Todo {
  readonly content: string;
  readonly status: (typeof STATUSES)[number];
}

const STATUSES = ["pending", "in_progress", "completed", "cancelled"] as const;

/** Things that are taken, and characters of each (twice what the tool takes). */
const MOST = 100;
const LONGEST = 400;

/** The plan in the arguments of a call, or in what came of it. What has no text is left out. */
export function todosIn(value: unknown): readonly Todo[] {
  return listIn(value, "todos")
    .slice(0, MOST)
    .flatMap((todo) => {
      const content = textIn(todo, "content");
      const status = STATUSES.find((known) => known === textIn(todo, "status")) ?? "pending";
      return content === undefined ? [] : [{ content: content.slice(0, LONGEST), status }];
    });
}

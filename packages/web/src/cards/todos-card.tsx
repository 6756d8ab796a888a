import type { ToolCallMessagePartProps } from "@assistant-ui/react";
import { ToolCard } from "./frame/tool-card.tsx";
import { type TodoItem, todosOf } from "./todos-of.ts";

/** `write_todos` and `read_todos`: a checklist. */
export function TodosCard(call: ToolCallMessagePartProps) {
  const todos = todosOf(call.args, call.result);
  if (todos.length === 0) return <ToolCard call={call} />;
  const finished = todos.filter(({ status }) => status === "completed").length;
  const current = todos.find(({ status }) => status === "in_progress");
  return (
    <ToolCard call={call} about={current?.content} facts={[`${finished}/${todos.length} done`]}>
      <ul className="tw-todos">
        {todos.map((todo, place) => (
          <Todo key={keyOf(todo, place)} todo={todo} />
        ))}
      </ul>
    </ToolCard>
  );
}

function keyOf({ content }: TodoItem, place: number): string {
  return `${place} ${content}`;
}

const MARKS = { pending: "○", in_progress: "◐", completed: "●", cancelled: "×" };
const WORDS = { pending: "to do", in_progress: "in progress", completed: "done", cancelled: "cancelled" };

function Todo({ todo: { content, status } }: { readonly todo: TodoItem }) {
  return (
    <li className="tw-todo" data-status={status}>
      <span className="tw-todo-mark" aria-hidden="true">
        {MARKS[status]}
      </span>
      <span className="tw-todo-text">{content}</span> <span className="tw-unseen">({WORDS[status]})</span>
    </li>
  );
}

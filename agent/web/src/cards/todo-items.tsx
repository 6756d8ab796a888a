import { spelledOnOneLine, type Todo as TodoItem, todosIn } from "@toolwright/view/internal";
import { cardsTexts } from "../words/cards.ts";

/** The checklist itself. */
export function TodoItems({ todos }: { readonly todos: readonly TodoItem[] }) {
  return (
    <ul className="tw-todos">
      {todos.map((todo, place) => (
        <Todo key={keyOf(todo, place)} todo={todo} />
      ))}
    </ul>
  );
}

function keyOf({ content }: TodoItem, place: number): string {
  return `${place} ${content}`;
}

const MARKS = { pending: "○", in_progress: "◐", completed: "●", cancelled: "×" };

function Todo({ todo: { content, status } }: { readonly todo: TodoItem }) {
  return (
    <li className="tw-todo" data-status={status}>
      <span className="tw-todo-mark" aria-hidden="true">
        {MARKS[status]}
      </span>
      <span className="tw-todo-text" dir="auto">
        {spelledOnOneLine(content)}
      </span>{" "}
      <span className="tw-unseen">({cardsTexts.todoStates[status]})</span>
    </li>
  );
}

/** The list of a call: as its arguments write it, else as its result prints it. */
export function todosOf(args: unknown, result: unknown): readonly TodoItem[] {
  const written = todosIn(args);
  return written.length > 0 || typeof result !== "string" ? written : todosIn({ todos: printedItems(result) });
}

const PRINTED = /^\d{1,3}\. \[(.)\] (.*)$/;
const SIGNS: ReadonlyMap<string, TodoItem["status"]> = new Map([
  [" ", "pending"],
  [">", "in_progress"],
  ["x", "completed"],
  ["-", "cancelled"],
]);

function printedItems(text: string): readonly object[] {
  return text.split("\n").map((line) => {
    const [, sign = "", content] = PRINTED.exec(line) ?? [];
    return { content, status: SIGNS.get(sign) };
  });
}

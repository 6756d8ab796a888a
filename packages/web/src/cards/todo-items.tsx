import { listIn, spelledOnOneLine, textIn } from "@toolwright/view";

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
const WORDS = { pending: "to do", in_progress: "in progress", completed: "done", cancelled: "cancelled" };

function Todo({ todo: { content, status } }: { readonly todo: TodoItem }) {
  return (
    <li className="tw-todo" data-status={status}>
      <span className="tw-todo-mark" aria-hidden="true">
        {MARKS[status]}
      </span>
      <span className="tw-todo-text" dir="auto">
        {spelledOnOneLine(content)}
      </span>{" "}
      <span className="tw-unseen">({WORDS[status]})</span>
    </li>
  );
}

export interface TodoItem {
  readonly content: string;
  readonly status: "pending" | "in_progress" | "completed" | "cancelled";
}

/** Items of a list that are shown, and characters of each (twice what the tool takes). */
const MOST = 100;
const SHOWN = 400;

const STATUSES: readonly TodoItem["status"][] = ["pending", "in_progress", "completed", "cancelled"];

/** The list of a call: as its arguments write it, else as its result prints it. */
export function todosOf(args: unknown, result: unknown): readonly TodoItem[] {
  const written = listIn(args, "todos").slice(0, MOST);
  if (written.length > 0) return written.flatMap((item) => itemOf(textIn(item, "content"), textIn(item, "status")));
  return typeof result === "string" ? printedItems(result) : [];
}

function itemOf(content: string | undefined, status: string | undefined): readonly TodoItem[] {
  if (content === undefined) return [];
  return [{ content: content.slice(0, SHOWN), status: STATUSES.find((known) => known === status) ?? "pending" }];
}

const PRINTED = /^\d{1,3}\. \[(.)\] (.*)$/;
const SIGNS: ReadonlyMap<string, TodoItem["status"]> = new Map([
  [" ", "pending"],
  [">", "in_progress"],
  ["x", "completed"],
  ["-", "cancelled"],
]);

function printedItems(text: string): readonly TodoItem[] {
  return text.split("\n", MOST).flatMap((line) => {
    const [, sign = "", content] = PRINTED.exec(line) ?? [];
    return itemOf(content, SIGNS.get(sign));
  });
}

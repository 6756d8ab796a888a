import type { ThreadMessageLike } from "@assistant-ui/react";
import { spelledOnOneLine } from "@toolwright/view/internal";
import { useMemo, useState } from "react";
import { useServices } from "../../base/services.ts";
import { useStore } from "../../base/use-store.ts";
import { parsedJson } from "../../cards/json-text.ts";
import { TodoItems, todosOf } from "../../cards/todo-items.tsx";

/** The plan of the thread, as long as something of it is open; one that was given up can be hidden. */
export function PlanStrip() {
  const { thread } = useServices();
  const [hidden, setHidden] = useState("");
  const messages = useStore(thread, (state) => state.messages);
  const text = useMemo(() => lastPlan(messages), [messages]);
  const todos = useMemo(() => todosOf(parsedJson(text), undefined), [text]);
  const current =
    todos.find(({ status }) => status === "in_progress") ?? todos.find(({ status }) => status === "pending");
  if (current === undefined || text === hidden) return null;
  const done = todos.filter(({ status }) => status === "completed").length;
  return (
    <details className="strip plan-strip">
      <summary>
        <b>{`Plan ${done}/${todos.length}`}</b> <span dir="auto">{spelledOnOneLine(current.content)}</span>
      </summary>
      <TodoItems todos={todos} />
      <button type="button" className="quiet" onClick={() => setHidden(text)}>
        Hide until it changes
      </button>
    </details>
  );
}

/** The arguments of the last call that wrote the plan and was not refused. */
function lastPlan(messages: readonly ThreadMessageLike[]): string {
  for (const { content } of messages.toReversed()) {
    if (typeof content === "string") continue;
    const call = content.findLast((part) => {
      return (
        part.type === "tool-call" &&
        part.toolName === "write_todos" &&
        part.isError !== true &&
        part.result !== undefined
      );
    });
    if (call?.type === "tool-call") return call.argsText ?? "";
  }
  return "";
}

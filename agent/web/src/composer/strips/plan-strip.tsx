import { spelledOnOneLine } from "@toolwright/view/internal";
import { useState } from "react";
import { TodoItems } from "../../cards/todo-items.tsx";
import { workTexts } from "../../words/work.ts";
import { usePlan } from "./use-plan.ts";

/** The plan of the thread, as long as something of it is open; one that was given up can be hidden. */
export function PlanStrip() {
  const [hidden, setHidden] = useState("");
  const { text, todos } = usePlan();
  const current =
    todos.find(({ status }) => status === "in_progress") ?? todos.find(({ status }) => status === "pending");
  if (current === undefined || text === hidden) return null;
  const done = todos.filter(({ status }) => status === "completed").length;
  return (
    <details className="strip plan-strip">
      <summary>
        <b>{workTexts.plan(done, todos.length)}</b> <span dir="auto">{spelledOnOneLine(current.content)}</span>
      </summary>
      <TodoItems todos={todos} />
      <button type="button" className="quiet" onClick={() => setHidden(text)}>
        {workTexts.hidePlan}
      </button>
    </details>
  );
}

import { TodoItems } from "../cards/todo-items.tsx";
import { usePlan } from "../composer/strips/use-plan.ts";
import { workTexts } from "../words/work.ts";

/** The plan of the thread, also one that is done. */
export function PlanView() {
  const { todos } = usePlan();
  const done = todos.filter(({ status }) => status === "completed").length;
  return (
    <div className="side-body">
      <p className="quiet-text">{todos.length === 0 ? workTexts.noPlan : workTexts.planDone(done, todos.length)}</p>
      <TodoItems todos={todos} />
    </div>
  );
}

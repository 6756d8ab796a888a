import { TodoItems } from "../cards/todo-items.tsx";
import { usePlan } from "../composer/strips/use-plan.ts";

/** The plan of the thread, also one that is done. */
export function PlanView() {
  const { todos } = usePlan();
  const done = todos.filter(({ status }) => status === "completed").length;
  return (
    <div className="side-body">
      <p className="quiet-text">
        {todos.length === 0 ? "There is no plan in this thread." : `${done} of ${todos.length} done`}
      </p>
      <TodoItems todos={todos} />
    </div>
  );
}

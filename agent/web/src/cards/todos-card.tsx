import type { ToolCallMessagePartProps } from "@assistant-ui/react";
import { cardsTexts } from "../words/cards.ts";
import { ToolCard } from "./frame/tool-card.tsx";
import { TodoItems, todosOf } from "./todo-items.tsx";

/** `write_todos` and `read_todos`: a checklist. */
export function TodosCard(call: ToolCallMessagePartProps) {
  const todos = todosOf(call.args, call.result);
  if (todos.length === 0) return <ToolCard call={call} />;
  const finished = todos.filter(({ status }) => status === "completed").length;
  const current = todos.find(({ status }) => status === "in_progress");
  return (
    <ToolCard call={call} about={current?.content} facts={[cardsTexts.doneOf(finished, todos.length)]}>
      <TodoItems todos={todos} />
    </ToolCard>
  );
}

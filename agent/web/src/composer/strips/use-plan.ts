import type { ThreadMessageLike } from "@assistant-ui/react";
import { useMemo } from "react";
import { parsedJson } from "../../cards/json-text.ts";
import { todosOf } from "../../cards/todo-items.tsx";
import { useShownMessages } from "../../past/use-shown-messages.ts";

/** The plan of the shown thread, as it was written last: its items, and the text that they were read from. */
export function usePlan() {
  const messages = useShownMessages();
  const text = useMemo(() => lastPlan(messages), [messages]);
  const todos = useMemo(() => todosOf(parsedJson(text), undefined), [text]);
  return { text, todos };
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

import type { Message } from "../../model/messages.ts";
import type { DefinitionType } from "./definition-tracker.ts";

/** A definition that something is wished for. */
export interface DefinitionRef {
  readonly type: DefinitionType;
  readonly name: string;
}

const LABELS: Readonly<Record<DefinitionType, string>> = {
  def: "variable",
  defData: "data variable",
  defSystem: "system part",
  defTool: "tool",
  defAgent: "agent",
};

/** The note that reminds a model of definitions, with the words of 000. */
export function reminderNote(items: readonly DefinitionRef[], role: "user" | "system"): Message {
  const lines = items.map(({ type, name }) => `- ${name} (${LABELS[type]})`);
  const head = "[Reminder: Remember to use the following items in your response:";
  return { role, content: `${[head, ...lines].join("\n")}]` };
}

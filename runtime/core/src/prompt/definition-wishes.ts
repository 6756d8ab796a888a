import type { Message } from "../model/messages.ts";
import type { DefinitionType } from "./definition-tracker.ts";

/** Definitions that something was wished for until the next model call: each once, in the order of the wishes. */
export class DefinitionWishes {
  #refs = new Map<string, DefinitionRef>();

  add(type: DefinitionType, name: string): void {
    this.#refs.set(`${type}:${name}`, { type, name });
  }

  has(types: readonly DefinitionType[], name: string): boolean {
    return types.some((type) => this.#refs.has(`${type}:${name}`));
  }

  list(): DefinitionRef[] {
    return [...this.#refs.values()];
  }

  /** The wishes so far; none is left. */
  take(): DefinitionRef[] {
    const refs = this.list();
    this.#refs.clear();
    return refs;
  }
}

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

/** The note that reminds a model of definitions, by name and kind. */
export function reminderNote(items: readonly DefinitionRef[], role: "user" | "system"): Message {
  const lines = items.map(({ type, name }) => `- ${name} (${LABELS[type]})`);
  const head = "[Reminder: Remember to use the following items in your response:";
  return { role, content: `${[head, ...lines].join("\n")}]` };
}

import type { JournalEvent, Tool } from "@toolwright/core";

/**
 * The calls of a run that have begun and not ended, by the events that its journal is given. Calls inside others are
 * part of them.
 */
export class CallsUnderWay {
  /** The tools of the run. */
  tools: () => readonly Tool[] = () => [];
  /** Names of their tools, by id. */
  readonly #begun = new Map<string, string>();

  /** Whether one of them may not run twice. A name that no tool has never runs. */
  get hasOnce(): boolean {
    const once = new Set(this.tools().flatMap(({ name, effects }) => (effects.idempotent ? [] : [name])));
    return [...this.#begun.values()].some((toolName) => once.has(toolName));
  }

  /** Whether a call begins with this event. */
  begins({ type, data, parentId }: JournalEvent): boolean {
    if (type !== "tool_call_start" && type !== "tool_call_running") return false;
    return parentId === undefined && !this.#begun.has(data.toolCallId);
  }

  /** An event is about to be stored. */
  given(event: JournalEvent): void {
    if (event.type !== "tool_call_start" && event.type !== "tool_call_running") return;
    if (event.parentId === undefined) this.#begun.set(event.data.toolCallId, event.data.toolName);
  }

  /** An event is stored. */
  stored({ type, data }: JournalEvent): void {
    if (type === "tool_call_end") this.#begun.delete(data.toolCallId);
  }

  /** Another run begins. */
  clear(): void {
    this.#begun.clear();
  }
}

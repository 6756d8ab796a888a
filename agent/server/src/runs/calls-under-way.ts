import type { JournalEvent, Tool } from "@toolwright/core";

/** Calls inside calls are at most so deep. */
const DEEPEST = 16;

/**
 * The calls of a run that have begun and not ended, by the events that its journal is given. Calls inside others are
 * part of them; a call that waits for a person is not under way.
 */
export class CallsUnderWay {
  /** The tools of the run. */
  tools: () => readonly Tool[] = () => [];
  /** Names of their tools, by id. */
  readonly #begun = new Map<string, string>();
  /** Calls inside calls: id → the id of the outer one. */
  readonly #outer = new Map<string, string>();
  /** Open questions: id → the id of the outermost call. */
  readonly #asking = new Map<string, string>();

  /** Whether one of them may not run twice. A name that no tool has never runs. */
  get hasOnce(): boolean {
    const once = new Set(this.tools().flatMap(({ name, effects }) => (effects.idempotent ? [] : [name])));
    return this.#running().some((toolName) => once.has(toolName));
  }

  get isEmpty(): boolean {
    return this.#running().length === 0;
  }

  /** Whether a call begins with this event. */
  begins({ type, data, parentId }: JournalEvent): boolean {
    if (type !== "tool_call_start" && type !== "tool_call_running") return false;
    return parentId === undefined && !this.#begun.has(data.toolCallId);
  }

  /** An event is about to be stored. */
  given({ type, data, parentId }: JournalEvent): void {
    if (type === "approval_request") this.#asking.set(data.approvalId, this.#outermost(data.toolCallId));
    if (type === "approval_decision" && data.ignored === undefined) this.#asking.delete(data.approvalId);
    if (type !== "tool_call_start" && type !== "tool_call_running") return;
    if (parentId === undefined) this.#begun.set(data.toolCallId, data.toolName);
    else this.#outer.set(data.toolCallId, parentId);
  }

  /** An event is stored. */
  stored({ type, data }: JournalEvent): void {
    if (type === "tool_call_end") this.#begun.delete(data.toolCallId);
  }

  /** Another run begins. */
  clear(): void {
    this.#begun.clear();
    this.#outer.clear();
    this.#asking.clear();
  }

  #running(): readonly string[] {
    const asking = new Set(this.#asking.values());
    return [...this.#begun].flatMap(([toolCallId, toolName]) => (asking.has(toolCallId) ? [] : [toolName]));
  }

  #outermost(toolCallId: string): string {
    let outermost = toolCallId;
    for (let depth = 0; depth < DEEPEST; depth += 1) outermost = this.#outer.get(outermost) ?? outermost;
    return outermost;
  }
}

import type { Message, ToolMessage } from "../model/messages.ts";
import type { Part } from "../result/part.ts";
import { utf8Length } from "../text/utf8-length.ts";

/** Bytes of one token, roughly: enough to decide when to trim (system.md, "Trimming"). */
const BYTES_PER_TOKEN = 4;
/** Trimming goes on down to this share of the budget, so that it does not happen in every step. */
const DOWN_TO = 0.6;

/** The messages of a run, with what its tool results weigh. */
export class History {
  #messages: Message[] = [];
  #toolBytes = 0;
  /** Everything before it is trimmed, too small to trim, or no tool result. */
  #cursor = 0;
  #lastStep = 0;

  constructor(messages: readonly Message[]) {
    for (const message of messages) this.add(message);
    this.#lastStep = this.#messages.length;
  }

  /** A copy: whoever gets it may keep it. */
  snapshot(): readonly Message[] {
    return this.#messages.slice();
  }

  add(message: Message): void {
    if (message.role === "assistant") this.#lastStep = this.#messages.length;
    if (message.role === "tool") this.#toolBytes += contentBytes(message.content);
    this.#messages.push(message);
  }

  /**
   * Replaces the oldest results by placeholders once all of them together are over the budget.
   * Never touches the last step's. Returns the ids of the calls whose results are gone.
   */
  trim(budgetTokens: number): readonly string[] {
    if (this.#toolBytes <= budgetTokens * BYTES_PER_TOKEN) return [];
    const target = budgetTokens * BYTES_PER_TOKEN * DOWN_TO;
    const trimmed: string[] = [];
    for (; this.#cursor < this.#lastStep && this.#toolBytes > target; this.#cursor += 1) {
      const message = this.#messages[this.#cursor];
      if (message?.role !== "tool" || message.trimmed) continue;
      const placeholder = trimmedMessage(message);
      const saved = contentBytes(message.content) - contentBytes(placeholder.content);
      if (saved <= 0) continue;
      this.#messages[this.#cursor] = placeholder;
      this.#toolBytes -= saved;
      trimmed.push(message.tool_call_id);
    }
    return trimmed;
  }
}

function trimmedMessage(message: ToolMessage): ToolMessage {
  const where = message.output_ref === undefined ? "" : `; ref=${message.output_ref}`;
  return { ...message, content: `[tool output trimmed${where}]`, trimmed: true };
}

function contentBytes(content: string | readonly Part[]): number {
  if (typeof content === "string") return utf8Length(content);
  return content.reduce((bytes, part) => bytes + utf8Length(part.type === "text" ? part.text : part.data), 0);
}

/** How many tokens all tool results together may take. */
export function trimBudget(contextWindow: number | undefined): number {
  return Math.min(100_000, Math.max(20_000, Math.floor((contextWindow ?? Number.POSITIVE_INFINITY) / 4)));
}

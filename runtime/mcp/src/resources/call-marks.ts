import type { ResourceRead } from "./resource-news.ts";

/** Calls that are remembered. */
const MOST = 1_000;

/** The last change that a resource had had when a call began to read it. */
export class CallMarks {
  readonly #marks = new Map<string, ResourceRead & { readonly change: number }>();

  set(toolCallId: string, read: ResourceRead, change: number): void {
    this.#marks.delete(toolCallId);
    this.#marks.set(toolCallId, { ...read, change });
    const [oldest] = this.#marks.keys();
    if (this.#marks.size > MOST && oldest !== undefined) this.#marks.delete(oldest);
  }

  /** Undefined where the call has read something else: some models count their calls from one in each conversation. */
  of(toolCallId: string, { server, uri }: ResourceRead): number | undefined {
    const mark = this.#marks.get(toolCallId);
    return mark?.server === server && mark.uri === uri ? mark.change : undefined;
  }
}

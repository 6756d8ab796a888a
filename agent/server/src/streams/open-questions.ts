import type { JournalEvent } from "@toolwright/core";
import type { OpenQuestion } from "./run-encoder.ts";

/** What a run asks people, and whether it does anything else. */
export class OpenQuestions {
  /** By the id of the approval, in the order in which they were asked. */
  readonly #asked = new Map<string, OpenQuestion>();
  /** Calls that have begun and not ended, with the call around each. */
  readonly #atWork = new Map<string, string | undefined>();

  add({ type, data, parentId }: JournalEvent): void {
    if (type === "tool_call_start") this.#atWork.set(data.toolCallId, parentId);
    // A call is asked about anew where something has changed: the question before is void.
    if (type === "approval_request") this.#forget(data.toolCallId);
    if (type === "approval_request") this.#asked.set(data.approvalId, data);
    if (type === "approval_decision" && data.ignored === undefined) this.answer(data.approvalId);
    if (type !== "tool_call_end") return;
    this.#atWork.delete(data.toolCallId);
    this.#forget(data.toolCallId);
  }

  #forget(toolCallId: string): void {
    for (const [approvalId, asked] of this.#asked) if (asked.toolCallId === toolCallId) this.answer(approvalId);
  }

  answer(approvalId: string): void {
    this.#asked.delete(approvalId);
  }

  get questions(): readonly OpenQuestion[] {
    return [...this.#asked.values()];
  }

  /** Whether a person is asked, and every call that has begun waits for an answer, its own or that of a call in it. */
  get isAllThatIsLeft(): boolean {
    const waiting = new Set<string>();
    for (const { toolCallId } of this.#asked.values())
      for (let id: string | undefined = toolCallId; id !== undefined && !waiting.has(id); id = this.#atWork.get(id))
        waiting.add(id);
    return this.#asked.size > 0 && [...this.#atWork.keys()].every((toolCallId) => waiting.has(toolCallId));
  }
}

import type { ApprovalRequest, JournalEvent } from "@toolwright/core";
import { CallsUnderWay } from "../rules/quarantine/calls-under-way.ts";

/**
 * Says when nothing of a run is open but questions to people, each of them stored: when it may be left. A question of a
 * call inside a call leaves the outer call open.
 */
export class OnlyQuestions {
  readonly #onOnly: () => void;
  #calls: CallsUnderWay | undefined;
  /** Questions that were told and not answered, and among them those that are stored. */
  readonly #asked = new Set<string>();
  readonly #stored = new Set<string>();
  /** Calls inside calls, and those of them that are asked about. */
  readonly #inside = new Set<string>();
  readonly #askedInside = new Set<string>();
  /** Calls that go on in the background, and those whose work there ended before they did. */
  readonly #background = new Set<string>();
  readonly #early = new Set<string>();
  /** Events that are being stored. */
  #appends = 0;
  #isLooking = false;

  constructor(onOnly: () => void) {
    this.#onOnly = onOnly;
  }

  /** Ids of the questions that are not answered here, in the order of their calls. */
  get waiting(): readonly string[] {
    return [...this.#asked];
  }

  /** Takes in what an earlier process has stored: its questions are asked again, and its background work is gone. */
  remember(event: JournalEvent): void {
    if (event.type === "run_start" && event.parentId === undefined) this.#calls = new CallsUnderWay(event.runId);
    if (event.type === "tool_call_start" && event.parentId !== undefined) this.#inside.add(event.data.toolCallId);
    this.#calls?.add(event);
  }

  add(event: JournalEvent): void {
    this.remember(event);
    this.#note(event);
    this.#look();
  }

  /** A question is stored, and nobody has answered it yet. */
  stored({ approvalId }: ApprovalRequest): void {
    this.#stored.add(approvalId);
    this.#look();
  }

  /** An event is being stored. */
  async during(append: Promise<void>): Promise<void> {
    this.#appends += 1;
    try {
      await append;
    } finally {
      this.#appends -= 1;
      this.#look();
    }
  }

  #note(event: JournalEvent): void {
    if (event.type === "tool_call_end" && event.data.result.async && !this.#early.delete(event.data.toolCallId))
      this.#background.add(event.data.toolCallId);
    if (event.type === "async_result" && !this.#background.delete(event.data.toolCallId))
      this.#early.add(event.data.toolCallId);
    if (event.type === "approval_request") {
      this.#asked.add(event.data.approvalId);
      if (this.#inside.has(event.data.toolCallId)) this.#askedInside.add(event.data.approvalId);
    }
    if (event.type === "approval_decision")
      for (const ids of [this.#asked, this.#stored, this.#askedInside]) ids.delete(event.data.approvalId);
  }

  /** Looks again when what follows from the last event has begun: a run goes on between two of them. */
  #look(): void {
    if (this.#isLooking || !this.#isOnly()) return;
    this.#isLooking = true;
    setImmediate(() => {
      this.#isLooking = false;
      if (this.#isOnly()) this.#onOnly();
    });
  }

  #isOnly(): boolean {
    const areStored = [...this.#asked].every((approvalId) => this.#stored.has(approvalId));
    const isIdle = this.#calls?.isIdle === true && this.#background.size === 0 && this.#askedInside.size === 0;
    return this.#asked.size > 0 && areStored && isIdle && this.#appends === 0;
  }
}

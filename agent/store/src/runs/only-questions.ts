import type { ApprovalRequest, JournalEvent } from "@toolwright/core";
import { CallsUnderWay } from "../rules/quarantine/calls-under-way.ts";
import { CallsInside } from "./calls-inside.ts";

/**
 * Between two events of a tool that replays only the tool itself knows whether it works. Left too early it loses
 * nothing, but works once more.
 */
const QUIET_MS = 100;

/**
 * Says when nothing of a run is open but questions to people, each of them stored: when it may be left. A question of a
 * call inside a call leaves the outer call open, unless the tool of that replays.
 */
export class OnlyQuestions {
  readonly #onOnly: () => void;
  #calls: CallsUnderWay | undefined;
  /** Questions that were told and not answered, and among them those that are stored. */
  readonly #asked = new Set<string>();
  readonly #stored = new Set<string>();
  readonly #inside = new CallsInside();
  /** Calls that go on in the background, and those whose work there ended before they did. */
  readonly #background = new Set<string>();
  readonly #early = new Set<string>();
  /** Events that are being stored. */
  #appends = 0;
  #isLooking = false;
  /** Counts what has happened. */
  #news = 0;

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
    this.#inside.remember(event);
    this.#calls?.add(event);
  }

  add(event: JournalEvent): void {
    this.remember(event);
    this.#inside.add(event);
    this.#news += 1;
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
    if (event.type === "approval_request") this.#asked.add(event.data.approvalId);
    if (event.type === "approval_decision")
      for (const ids of [this.#asked, this.#stored]) ids.delete(event.data.approvalId);
  }

  /** Looks again when what follows from the last event has begun: a run goes on between two of them. */
  #look(): void {
    if (this.#isLooking || !this.#isOnly()) return;
    this.#isLooking = true;
    const { canReplay } = this.#inside;
    const news = this.#news;
    const again = () => {
      this.#isLooking = false;
      if (canReplay && news !== this.#news) this.#look();
      else if (this.#isOnly()) this.#onOnly();
    };
    if (canReplay) setTimeout(again, QUIET_MS);
    else setImmediate(again);
  }

  #isOnly(): boolean {
    const areStored = [...this.#asked].every((approvalId) => this.#stored.has(approvalId));
    const isIdle = this.#calls !== undefined && this.#inside.onlyWait(this.#calls.underWay);
    return this.#asked.size > 0 && areStored && isIdle && this.#background.size === 0 && this.#appends === 0;
  }
}

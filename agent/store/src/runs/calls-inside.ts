import type { JournalEvent } from "@toolwright/core";

interface OpenCall {
  readonly parentId: string | undefined;
  /** Its tool runs again and goes on behind its calls, wherever it was left. */
  readonly replays: boolean;
  /** A person is asked about it. */
  isAsked: boolean;
}

/**
 * Which calls are open, and whether they only wait for people: a call that is asked about does, and so does one whose
 * tool replays and has made calls that only wait.
 */
export class CallsInside {
  readonly #open = new Map<string, OpenCall>();

  /** Whether a call that is open now can be left while it runs. */
  get canReplay(): boolean {
    return [...this.#open.values()].some(({ replays }) => replays);
  }

  /** Every call inside a call only waits, as do these, which are under way. */
  onlyWait(underWay: Iterable<string>): boolean {
    const parents = new Set([...this.#open.values()].map(({ parentId }) => parentId));
    for (const [id, call] of this.#open) {
      if (call.parentId === undefined) continue;
      if (this.#open.get(call.parentId)?.replays !== true || !waits(call, parents.has(id))) return false;
    }
    return [...underWay].every((id) => {
      const call = this.#open.get(id);
      return call !== undefined && waits(call, parents.has(id));
    });
  }

  /** Takes in what an earlier process has stored. Who was asked there is asked again. */
  remember(event: JournalEvent): void {
    if (event.type === "tool_call_start") {
      const { toolCallId, replays } = event.data;
      this.#open.set(toolCallId, { parentId: event.parentId, replays: replays === true, isAsked: false });
    }
    if (event.type === "tool_call_end") this.#open.delete(event.data.toolCallId);
  }

  add(event: JournalEvent): void {
    this.remember(event);
    if (event.type !== "approval_request" && event.type !== "approval_decision") return;
    const call = this.#open.get(event.data.toolCallId);
    if (call !== undefined) call.isAsked = event.type === "approval_request";
  }
}

/** What is inside a call is looked at by itself. */
function waits({ isAsked, replays }: OpenCall, hasCalls: boolean): boolean {
  return isAsked || (replays && hasCalls);
}

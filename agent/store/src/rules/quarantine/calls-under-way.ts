import type { JournalEvent } from "@toolwright/core";

/** The model's own call of a step, beside the ids of calls. */
const MODEL = "";

/** Calls inside calls are at most so deep. */
const DEEPEST = 16;

/**
 * Which calls of a run are under way, from its events in their order. A model's answer is one of them; a call inside a
 * call is not: it begins and ends with the outer one. A call that waits for a person is not under way.
 */
export class CallsUnderWay {
  /** The number of the event with which a call ended last; 0 where none did. */
  settledSeq = 0;
  readonly #runId: string;
  readonly #begun = new Map<string, number>();
  /** Calls that have had their turn: others can be asked about, and allowed, before theirs. */
  readonly #started = new Set<string>();
  readonly #waiting = new Set<string>();
  /** Calls inside calls: id → the id of the outer one. */
  readonly #outer = new Map<string, string>();

  constructor(runId: string) {
    this.#runId = runId;
  }

  /** Whether one of them was begun, or run again, after this event. */
  hasBegunAfter(seq: number): boolean {
    return [...this.#begun.values()].some((begun) => begun > seq);
  }

  /** Their ids; that of a model's answer is empty. */
  get underWay(): Iterable<string> {
    return this.#begun.keys();
  }

  add(event: JournalEvent): void {
    const { seq, parentId } = event;
    if (event.type === "approval_request") this.#ask(event.data.toolCallId);
    else if (event.type === "approval_decision") {
      if (event.data.approve && event.data.ignored === undefined) this.#allow(event.data.toolCallId, seq);
    } else if (event.runId === this.#runId && isRetry(event)) this.#begun.set(parentId ?? MODEL, seq);
    else if (parentId === undefined && event.runId === this.#runId) this.#addOwn(event);
    else if (parentId !== undefined && event.type === "tool_call_start")
      this.#outer.set(event.data.toolCallId, parentId);
    else if (parentId !== undefined && event.runId === this.#runId && isKeptInside(event)) this.settledSeq = seq;
  }

  #addOwn(event: JournalEvent): void {
    if (event.type === "step_start") this.#begun.set(MODEL, event.seq);
    if (event.type === "tool_call_start") this.#start(event.data.toolCallId, event.seq);
    if (event.type === "tool_call_running") this.#begun.set(event.data.toolCallId, event.seq);
    if (event.type === "tool_call_end") this.#settle(event.data.toolCallId, event.seq);
    if (event.type === "assistant_message" && event.data.partial === undefined) this.#settle(MODEL, event.seq);
    if (event.type === "step_end") this.#begun.clear();
  }

  #start(call: string, seq: number): void {
    this.#started.add(call);
    if (!this.#waiting.has(call)) this.#begun.set(call, seq);
  }

  #ask(call: string): void {
    this.#waiting.add(call);
    this.#begun.delete(this.#outermost(call));
  }

  #allow(call: string, seq: number): void {
    this.#waiting.delete(call);
    const outermost = this.#outermost(call);
    if (call !== outermost || this.#started.has(call)) this.#begun.set(outermost, seq);
  }

  #settle(call: string, seq: number): void {
    this.#begun.delete(call);
    this.settledSeq = seq;
  }

  /** Ids of calls in different runs may be equal. */
  #outermost(call: string): string {
    let outermost = call;
    for (let depth = 0; depth < DEEPEST && !this.#begun.has(outermost); depth += 1)
      outermost = this.#outer.get(outermost) ?? outermost;
    return outermost;
  }
}

/**
 * A call inside a tool that replays has ended, and will not be made again: so much of the outer call is done. Inside
 * any other tool that is run again, ids name the attempt (`c1~2/0`); in its first attempt there is no death yet to
 * forget.
 */
function isKeptInside(event: JournalEvent): boolean {
  if (event.type !== "tool_call_end") return false;
  const { toolCallId, result } = event.data;
  return !toolCallId.includes("~") && result.error?.code !== "outcome_unknown";
}

function isRetry(event: JournalEvent): boolean {
  return event.type === "warning" && event.data.code === "call_retried";
}

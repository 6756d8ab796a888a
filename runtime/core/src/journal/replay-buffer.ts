import type { EventOf, JournalEvent } from "./event.ts";
import { eventSize } from "./event-size.ts";
import { firstAfter } from "./first-after.ts";

/** How much a stream keeps for readers that come late. */
export interface ReplayLimits {
  /** Default 500. 0 keeps nothing. */
  readonly events: number;
  /** Bytes, estimated. Default 4 MiB. */
  readonly bytes: number;
  /**
   * Steps that have ended, beside the one under way: what is stored of earlier ones the journal has. Default: any
   * number.
   */
  readonly steps: number;
}

/** The newest events, within a count and a byte limit. Adding is constant-time. */
export class ReplayBuffer {
  readonly #limits: ReplayLimits;
  readonly #events: JournalEvent[] = [];
  readonly #sizes: number[] = [];
  #head = 0;
  #bytes = 0;
  /** The numbers of the last events of the steps that are held. */
  readonly #stepEnds: number[] = [];

  constructor({ events = 500, bytes = 4 * 1024 * 1024, steps = Number.POSITIVE_INFINITY }: Partial<ReplayLimits> = {}) {
    this.#limits = { events, bytes, steps };
  }

  add(event: JournalEvent): void {
    if (this.#limits.events === 0) return;
    if (event.type === "tool_call_delta" && event.data.withdrawn) this.#withdraw(event);
    const size = eventSize(event);
    this.#events.push(event);
    this.#sizes.push(size);
    this.#bytes += size;
    if (event.type === "step_end" && event.parentId === undefined) this.#endStep(event.seq);
    while (this.#isFull()) this.#dropOldest();
    // As many were dropped as are kept: moving those costs no more than adding the others did.
    if (this.#head > this.#events.length - this.#head) this.#compact();
  }

  /** The events after `seq`, or undefined when some of them have been dropped already. */
  since(seq: number): readonly JournalEvent[] | undefined {
    const first = this.#events[this.#head];
    if (first === undefined || first.seq > seq + 1) return undefined;
    return this.#events.slice(firstAfter(this.#events, seq, this.#head));
  }

  /** Everything held, oldest first. */
  all(): readonly JournalEvent[] {
    return this.#events.slice(this.#head);
  }

  /** A reader that comes late must not see what was taken back. */
  #withdraw({ runId, data: { index } }: EventOf<"tool_call_delta">): void {
    for (let at = this.#events.length - 1; at >= this.#head; at -= 1) {
      const event = this.#events[at];
      if (event === undefined || (event.runId === runId && event.type === "step_start")) return;
      if (event.runId !== runId || event.type !== "tool_call_delta" || event.data.index !== index) continue;
      const { arguments: _, ...shown } = event.data.function ?? {};
      this.#events[at] = { ...event, data: { ...event.data, function: shown } };
    }
  }

  /** Of a run's own steps: those of an agent that it calls are part of one. */
  #endStep(seq: number): void {
    if (this.#limits.steps === Number.POSITIVE_INFINITY) return;
    this.#stepEnds.push(seq);
    if (this.#stepEnds.length <= this.#limits.steps) return;
    const last = this.#stepEnds.shift() ?? 0;
    while ((this.#events[this.#head]?.seq ?? Number.POSITIVE_INFINITY) <= last) this.#dropOldest();
  }

  #isFull(): boolean {
    const count = this.#events.length - this.#head;
    return count > this.#limits.events || (this.#bytes > this.#limits.bytes && count > 0);
  }

  #dropOldest(): void {
    this.#bytes -= this.#sizes[this.#head] ?? 0;
    this.#head += 1;
  }

  /** In place: lists that begin anew grow anew, and leave behind what they have outgrown. */
  #compact(): void {
    this.#events.splice(0, this.#head);
    this.#sizes.splice(0, this.#head);
    this.#head = 0;
  }
}

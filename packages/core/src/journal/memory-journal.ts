import type { JournalEvent } from "./event.ts";
import { eventSize } from "./event-size.ts";
import type { Journal } from "./journal.ts";

/** Limits of a {@link MemoryJournal}. */
export interface MemoryJournalOptions {
  /** Estimated bytes. Default 64 MiB. */
  readonly maxBytes?: number;
}

/**
 * A journal in memory. Past its limit it forgets finished runs, oldest first;
 * when only open runs are left, `append` throws, and the run stops with `journal_failed`.
 */
export class MemoryJournal implements Journal {
  readonly #maxBytes: number;
  #events: JournalEvent[] = [];
  #sizes: number[] = [];
  #bytes = 0;

  constructor(options: MemoryJournalOptions = {}) {
    this.#maxBytes = options.maxBytes ?? 64 * 1024 * 1024;
  }

  /** Estimated bytes held now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The stored events, oldest first. */
  get events(): readonly JournalEvent[] {
    return this.#events;
  }

  append(event: JournalEvent): void {
    const size = eventSize(event);
    if (this.#bytes + size > this.#maxBytes) this.#forgetFinishedRuns();
    if (this.#bytes + size > this.#maxBytes) {
      throw new Error(
        `The journal in memory is full (${this.#maxBytes} bytes). Raise maxBytes or use a stored journal.`,
      );
    }
    this.#events.push(event);
    this.#sizes.push(size);
    this.#bytes += size;
  }

  async *read(after = 0): AsyncGenerator<JournalEvent> {
    for (let index = firstAfter(this.#events, after); index < this.#events.length; index += 1) {
      const event = this.#events[index];
      if (event !== undefined) yield event;
    }
  }

  /** Cuts the longest prefix in which every run that began has also ended. */
  #forgetFinishedRuns(): void {
    const cut = finishedPrefix(this.#events);
    for (const size of this.#sizes.slice(0, cut)) this.#bytes -= size;
    this.#events = this.#events.slice(cut);
    this.#sizes = this.#sizes.slice(cut);
  }
}

function finishedPrefix(events: readonly JournalEvent[]): number {
  const open = new Set<string>();
  let cut = 0;
  for (const [index, event] of events.entries()) {
    if (event.type === "run_start") open.add(event.runId);
    if (event.type === "done") open.delete(event.runId);
    if (open.size === 0) cut = index + 1;
  }
  return cut;
}

function firstAfter(events: readonly JournalEvent[], seq: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events[middle]?.seq ?? 0) <= seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

import { checkOptions } from "../options/check-options.ts";
import { aCount } from "../options/option-rules.ts";
import type { JournalEvent } from "./event.ts";
import { eventSize } from "./event-size.ts";
import { firstAfter } from "./first-after.ts";
import type { Journal } from "./journal.ts";

/** How much of its limit a journal keeps when it has to forget. */
const KEPT_SHARE = 0.75;

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
  /** Of every run, in the order in which they began; events that belong to no run count as one. */
  readonly #sizes = new Map<string, number>();
  #bytes = 0;

  constructor(options: MemoryJournalOptions = {}) {
    checkOptions<MemoryJournalOptions>(options, { of: "MemoryJournal", rules: { maxBytes: aCount(0) } });
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
    this.#sizes.set(event.runId, (this.#sizes.get(event.runId) ?? 0) + size);
    this.#bytes += size;
  }

  lastSeq(): number {
    return this.#events.at(-1)?.seq ?? 0;
  }

  async *read(after = 0): AsyncGenerator<JournalEvent> {
    // A reader keeps the list it began with: what is forgotten meanwhile does not shift its place.
    const events = this.#events;
    for (let index = firstAfter(events, after); index < events.length; index += 1) {
      const event = events[index];
      if (event !== undefined) yield event;
    }
  }

  /** Forgets the oldest finished runs, down to three quarters of the limit: rarely, so that it costs little. */
  #forgetFinishedRuns(): void {
    const target = this.#maxBytes * KEPT_SHARE;
    const open = this.#openRuns();
    for (const [runId, size] of this.#sizes) {
      if (this.#bytes <= target) break;
      if (open.has(runId)) continue;
      this.#sizes.delete(runId);
      this.#bytes -= size;
    }
    this.#events = this.#events.filter(({ runId }) => this.#sizes.has(runId));
  }

  #openRuns(): ReadonlySet<string> {
    const open = new Set<string>();
    for (const { runId, type } of this.#events) {
      if (type === "run_start") open.add(runId);
      if (type === "done") open.delete(runId);
    }
    return open;
  }
}

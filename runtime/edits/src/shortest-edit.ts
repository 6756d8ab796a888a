import type { LineChange } from "./line-changes.ts";

/** Two lists of lines. */
export interface LinePair {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/**
 * The changes of a shortest edit, by Myers' greedy search; undefined where more than `most` lines come and go. The work
 * grows with the lines and the square of those that differ.
 */
export function shortestEdit(pair: LinePair, most: number): LineChange[] | undefined {
  const search = new EditSearch(pair);
  for (let edits = 0; edits <= most; edits += 1) {
    const diagonal = search.extend(edits);
    if (diagonal !== undefined) return joined(search.wayTo(diagonal));
  }
  return undefined;
}

/** No way leads to this diagonal. */
const NONE = -1;

/**
 * For each count of edits how far one gets on each diagonal: `old` lines of the first list, `old - diagonal` of the
 * other.
 */
class EditSearch {
  readonly #pair: LinePair;
  /** By edits, then by diagonal: every second one from `-edits` on. */
  readonly #reached: Int32Array[] = [];
  #lowest = Number.NEGATIVE_INFINITY;
  #highest = Number.POSITIVE_INFINITY;

  constructor(pair: LinePair) {
    this.#pair = pair;
  }

  /** Goes on with one edit more. The diagonal on which both lists have ended. */
  extend(edits: number): number | undefined {
    const { before, after } = this.#pair;
    const reached = new Int32Array(edits + 1).fill(NONE);
    this.#reached.push(reached);
    const last = Math.min(this.#highest, edits);
    for (let diagonal = first(this.#lowest, edits); diagonal <= last; diagonal += 2) {
      const begin = edits === 0 ? 0 : this.#begin(edits, diagonal);
      if (begin === NONE) continue;
      let old = begin;
      while (old < before.length && old - diagonal < after.length && before[old] === after[old - diagonal]) old += 1;
      reached[(diagonal + edits) >> 1] = old;
      const hasAllOld = old >= before.length;
      const hasAllNew = old - diagonal >= after.length;
      if (hasAllOld && hasAllNew) return diagonal;
      // From an edge on there is one way, so that the diagonals behind it lead nowhere.
      if (hasAllOld) this.#highest = Math.min(this.#highest, diagonal - 1);
      if (hasAllNew) this.#lowest = Math.max(this.#lowest, diagonal + 1);
    }
    return undefined;
  }

  /** The edits, each of one line, in their order. */
  wayTo(end: number): LineChange[] {
    const way: LineChange[] = [];
    let diagonal = end;
    for (let edits = this.#reached.length - 1; edits > 0; edits -= 1) {
      const isAdded = this.#isAdded(edits, diagonal);
      diagonal += isAdded ? 1 : -1;
      const oldStart = this.#at(edits - 1, diagonal);
      const [oldCount, newCount] = isAdded ? [0, 1] : [1, 0];
      way.push({ oldStart, oldCount, newStart: oldStart - diagonal, newCount });
    }
    return way.reverse();
  }

  /** Where a diagonal is entered. */
  #begin(edits: number, diagonal: number): number {
    const [added, removed] = [this.#added(edits, diagonal), this.#removed(edits, diagonal)];
    if (added === NONE && removed === NONE) return NONE;
    return this.#isAdded(edits, diagonal) ? added : removed;
  }

  /** Of two ways the one that leaves more old lines behind; a line is removed before one is added. */
  #isAdded(edits: number, diagonal: number): boolean {
    const removed = this.#removed(edits, diagonal);
    return removed === NONE || removed <= this.#added(edits, diagonal);
  }

  #added(edits: number, diagonal: number): number {
    const old = this.#at(edits - 1, diagonal + 1);
    return old !== NONE && old - diagonal - 1 < this.#pair.after.length ? old : NONE;
  }

  #removed(edits: number, diagonal: number): number {
    const old = this.#at(edits - 1, diagonal - 1);
    return old !== NONE && old < this.#pair.before.length ? old + 1 : NONE;
  }

  #at(edits: number, diagonal: number): number {
    return this.#reached[edits]?.[(diagonal + edits) >> 1] ?? NONE;
  }
}

/** The lowest diagonal of as many edits that is worth a look. */
function first(lowest: number, edits: number): number {
  if (lowest <= -edits) return -edits;
  return (lowest + edits) % 2 === 0 ? lowest : lowest + 1;
}

function touches(one: LineChange, next: LineChange): boolean {
  return one.oldStart + one.oldCount === next.oldStart && one.newStart + one.newCount === next.newStart;
}

/** Edits that touch are one change. */
function joined(edits: readonly LineChange[]): LineChange[] {
  const changes: LineChange[] = [];
  for (const edit of edits) {
    const last = changes.at(-1);
    if (last !== undefined && touches(last, edit)) {
      const [oldCount, newCount] = [last.oldCount + edit.oldCount, last.newCount + edit.newCount];
      changes.splice(-1, 1, { ...last, oldCount, newCount });
    } else changes.push(edit);
  }
  return changes;
}

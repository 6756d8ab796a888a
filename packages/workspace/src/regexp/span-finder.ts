import { type PatternProgram, StepSet } from "@toolwright/core/internal";

/** A match, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Places between two looks at the clock. */
const LOOK_EVERY = 1_024;

/** Finds where a match begins and ends: the leftmost one, and among those the one that the pattern prefers. */
export class SpanFinder {
  readonly #program: PatternProgram;
  readonly #set: StepSet;

  constructor(program: PatternProgram) {
    this.#program = program;
    this.#set = new StepSet(program);
  }

  /** The first match that begins at `from` or later; undefined also when `expired` says that time is up. */
  find(text: string, from: number, expired: () => boolean = () => false): Span | undefined {
    let found: Span | undefined;
    let waiting: Waiting = { steps: [], origins: [] };
    let before = codePointBefore(text, from);
    let looks = 0;
    for (let at = from; at <= text.length; ) {
      if (++looks % LOOK_EVERY === 0 && expired()) return found;
      const after = text.codePointAt(at) ?? -1;
      this.#reach(waiting, { before, after, start: found === undefined ? at : undefined });
      const next = this.#advance(after);
      if (next.ended !== undefined) found = { start: next.ended, end: at };
      waiting = next;
      if (found !== undefined && waiting.steps.length === 0) return found;
      before = after;
      at += after > 0xffff ? 2 : 1;
    }
    return found;
  }

  #reach({ steps, origins }: Waiting, place: { before: number; after: number; start: number | undefined }): void {
    this.#set.clear();
    for (const [index, step] of steps.entries()) this.#set.add(step, place.before, place.after, origins[index]);
    if (place.start !== undefined) this.#set.add(this.#program.start, place.before, place.after, place.start);
  }

  /** What a match that ends here leaves behind is only what the pattern would have liked better. */
  #advance(codePoint: number): Waiting & { readonly ended?: number } {
    const steps: number[] = [];
    const origins: number[] = [];
    for (const [index, number] of this.#set.reached.entries()) {
      const step = this.#program.steps[number];
      const origin = this.#set.origins[index] ?? 0;
      if (step?.kind === "match") return { steps, origins, ended: origin };
      if (step?.kind !== "character" || codePoint < 0 || !step.fits(codePoint)) continue;
      steps.push(step.next);
      origins.push(origin);
    }
    return { steps, origins };
  }
}

interface Waiting {
  readonly steps: readonly number[];
  readonly origins: readonly number[];
}

function codePointBefore(text: string, at: number): number {
  if (at === 0) return -1;
  const pair = at >= 2 ? (text.codePointAt(at - 2) ?? 0) : 0;
  return pair > 0xffff ? pair : text.charCodeAt(at - 1);
}

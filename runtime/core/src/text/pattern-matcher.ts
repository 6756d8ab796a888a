import type { PatternProgram } from "./pattern-program.ts";
import { StepSet } from "./step-set.ts";

/** A match, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** How a pattern's places look at a text. */
export interface MatcherOptions {
  /**
   * Places look only at what kind of character stands before them: one of each kind, which stands for all. -1 is the
   * beginning.
   */
  readonly standsFor: (codePoint: number) => number;
}

/** Code points between two looks at the clock. */
const LOOK_EVERY = 1_024;

/** Follows all ways of a pattern at once: in time that is bounded by the text times the pattern, whatever both are. */
export class PatternMatcher {
  readonly #program: PatternProgram;
  readonly #set: StepSet;
  readonly #states: States;

  constructor(program: PatternProgram, { standsFor }: MatcherOptions) {
    this.#program = program;
    this.#set = new StepSet(program);
    this.#states = new States(program, this.#set, standsFor);
  }

  /** Whether a text holds a match, in time that mostly depends on the text alone. */
  test(text: string): boolean {
    let state = this.#states.first;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      let next = unit < ASCII ? state.ascii[unit] : undefined;
      if (next === undefined) {
        const codePoint = text.codePointAt(at) ?? 0;
        if (codePoint > 0xffff) at++;
        next = this.#states.after(state, codePoint);
      }
      if (next === MATCH) return true;
      state = next;
    }
    return this.#states.after(state, -1) === MATCH;
  }

  /** The first match that begins at `from` or later; undefined also when `expired` says that time is up. */
  find(text: string, from: number, expired?: () => boolean): Span | undefined {
    const search = this.search(text, from);
    while (!search.advance(LOOK_EVERY)) if (expired?.()) break;
    return search.found;
  }

  /** The same for a long text, a part at a time. */
  search(text: string, from = 0): PatternSearch {
    return new PatternSearch(text, from, { program: this.#program, set: this.#set });
  }
}

interface Following {
  readonly program: PatternProgram;
  readonly set: StepSet;
}

/** Finds where a match begins and ends: the leftmost one, and among those the one that the pattern prefers. */
class PatternSearch {
  /** The match as far as it is known: for good when the search is over. */
  found: Span | undefined;
  readonly #text: string;
  readonly #following: Following;
  #at: number;
  #before: number;
  /** The steps that wait for the next code point, and where the match of each begins. */
  #steps: number[] = [];
  #origins: number[] = [];

  constructor(text: string, from: number, following: Following) {
    this.#text = text;
    this.#following = following;
    this.#at = from;
    this.#before = codePointBefore(text, from);
  }

  /** Looks at so many more code points. True when there is nothing more to be found. */
  advance(codePoints: number): boolean {
    for (let left = codePoints; left > 0; left -= 1) {
      if (this.#at > this.#text.length) return true;
      const after = this.#text.codePointAt(this.#at) ?? -1;
      this.#reach(after);
      this.#take(after);
      if (this.found !== undefined && this.#steps.length === 0) return true;
      this.#before = after;
      this.#at += after > 0xffff ? 2 : 1;
    }
    return false;
  }

  #reach(after: number): void {
    const { program, set } = this.#following;
    set.clear();
    for (const [index, step] of this.#steps.entries()) set.add(step, this.#before, after, this.#origins[index]);
    if (this.found === undefined) set.add(program.start, this.#before, after, this.#at);
  }

  /** What a match that ends here leaves behind is only what the pattern would have liked better. */
  #take(codePoint: number): void {
    const { program, set } = this.#following;
    this.#steps = [];
    this.#origins = [];
    for (const [index, number] of set.reached.entries()) {
      const step = program.steps[number];
      const origin = set.origins[index] ?? 0;
      if (step?.kind === "match") {
        this.found = { start: origin, end: this.#at };
        return;
      }
      if (step?.kind !== "character" || codePoint < 0 || !step.fits(codePoint)) continue;
      this.#steps.push(step.next);
      this.#origins.push(origin);
    }
  }
}

function codePointBefore(text: string, at: number): number {
  if (at === 0) return -1;
  const pair = at >= 2 ? (text.codePointAt(at - 2) ?? 0) : 0;
  return pair > 0xffff ? pair : text.charCodeAt(at - 1);
}

/** The steps that wait for a next character, and what stood before it. */
interface State {
  readonly steps: readonly number[];
  readonly before: number;
  /** Which state follows, by code point: most texts are ASCII, and this is asked for every character of every line. */
  readonly ascii: (State | undefined)[];
  readonly next: Map<number, State>;
}

const ASCII = 128;

/** The state behind a match. */
const MATCH: State = { steps: [], before: -1, ascii: [], next: new Map() };

/** States are forgotten and made anew beyond this, so that no text can fill the memory. */
const MAX_STATES = 2_000;
const MAX_FOLLOWED = 200_000;

/** What was reached once need not be worked out again. */
class States {
  readonly #program: PatternProgram;
  readonly #set: StepSet;
  readonly #standsFor: (codePoint: number) => number;
  readonly #states = new Map<string, State>();
  #first: State | undefined;
  #followed = 0;

  constructor(program: PatternProgram, set: StepSet, standsFor: (codePoint: number) => number) {
    this.#program = program;
    this.#set = set;
    this.#standsFor = standsFor;
  }

  get first(): State {
    this.#first ??= this.#state([], -1);
    return this.#first;
  }

  after(state: State, codePoint: number): State {
    const known = state.next.get(codePoint);
    if (known !== undefined) return known;
    const next = this.#step(state, codePoint);
    if (++this.#followed > MAX_FOLLOWED) {
      this.#forget();
      return next;
    }
    state.next.set(codePoint, next);
    if (codePoint >= 0 && codePoint < ASCII) state.ascii[codePoint] = next;
    return next;
  }

  /** A match may begin anywhere, so the first step is always among them. */
  #step({ steps, before }: State, codePoint: number): State {
    const set = this.#set;
    set.clear();
    for (const step of steps) set.add(step, before, codePoint);
    set.add(this.#program.start, before, codePoint);
    const next: number[] = [];
    for (const number of set.reached) {
      const step = this.#program.steps[number];
      if (step?.kind === "match") return MATCH;
      if (step?.kind === "character" && codePoint >= 0 && step.fits(codePoint)) next.push(step.next);
    }
    return this.#state(next, this.#standsFor(codePoint));
  }

  #state(steps: readonly number[], before: number): State {
    const sorted = [...new Set(steps)].sort((one, other) => one - other);
    const key = `${before}:${sorted.join()}`;
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    if (this.#states.size >= MAX_STATES) this.#forget();
    const state: State = { steps: sorted, before, ascii: new Array(ASCII), next: new Map() };
    this.#states.set(key, state);
    return state;
  }

  #forget(): void {
    for (const state of this.#states.values()) {
      state.next.clear();
      state.ascii.fill(undefined);
    }
    this.#states.clear();
    this.#first = undefined;
    this.#followed = 0;
  }
}

import { type PatternProgram, StepSet } from "@toolwright/core/internal";
import { isWord } from "./character-kinds.ts";

/** The steps that wait for a next character, and what stood before it. */
interface State {
  readonly steps: readonly number[];
  readonly before: number;
  readonly next: Map<number, State | "match">;
}

/** States are forgotten and made anew beyond this, so that no text can fill the memory. */
const MAX_STATES = 2_000;
const MAX_FOLLOWED = 200_000;

/** Places look only at what kind of character stands before them; one of each kind stands for all. */
const WORD_CHARACTER = 97;
const OTHER_CHARACTER = 32;

/** Answers whether a text holds a match, in time that is bounded by the text times the pattern, and mostly by the text. */
export class LineMatcher {
  readonly #program: PatternProgram;
  readonly #set: StepSet;
  readonly #states = new Map<string, State>();
  #followed = 0;

  constructor(program: PatternProgram) {
    this.#program = program;
    this.#set = new StepSet(program);
  }

  test(text: string): boolean {
    let state = this.#state([], -1);
    for (let at = 0; at < text.length; at++) {
      const codePoint = text.codePointAt(at) ?? 0;
      if (codePoint > 0xffff) at++;
      const next = state.next.get(codePoint) ?? this.#follow(state, codePoint);
      if (next === "match") return true;
      state = next;
    }
    return (state.next.get(-1) ?? this.#follow(state, -1)) === "match";
  }

  #follow(state: State, codePoint: number): State | "match" {
    const next = this.#step(state, codePoint);
    if (++this.#followed > MAX_FOLLOWED) this.#forget();
    else state.next.set(codePoint, next);
    return next;
  }

  /** A match may begin anywhere, so the first step is always among them. */
  #step({ steps, before }: State, codePoint: number): State | "match" {
    const set = this.#set;
    set.clear();
    for (const step of steps) set.add(step, before, codePoint);
    set.add(this.#program.start, before, codePoint);
    const next: number[] = [];
    for (const number of set.reached) {
      const step = this.#program.steps[number];
      if (step?.kind === "match") return "match";
      if (step?.kind === "character" && codePoint >= 0 && step.fits(codePoint)) next.push(step.next);
    }
    return this.#state(next, representative(codePoint));
  }

  #state(steps: readonly number[], before: number): State {
    const sorted = [...new Set(steps)].sort((one, other) => one - other);
    const key = `${before}:${sorted.join()}`;
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    if (this.#states.size >= MAX_STATES) this.#forget();
    const state: State = { steps: sorted, before, next: new Map() };
    this.#states.set(key, state);
    return state;
  }

  #forget(): void {
    for (const state of this.#states.values()) state.next.clear();
    this.#states.clear();
    this.#followed = 0;
  }
}

function representative(codePoint: number): number {
  if (codePoint === 10 || codePoint === 13 || codePoint === -1) return codePoint;
  return isWord(codePoint) ? WORD_CHARACTER : OTHER_CHARACTER;
}

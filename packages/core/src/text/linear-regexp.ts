import { parsePattern } from "./parse-pattern.ts";
import { compileProgram, type PatternProgram } from "./pattern-program.ts";
import { StepSet } from "./step-set.ts";

/** A regular expression whose cost is bounded by the length of the pattern times the length of the text. */
export interface LinearRegExp {
  /** Where the earliest match ends; -1 without one. */
  findEnd(text: string): number;
  /** The same for a long text, a part at a time. */
  search(text: string): LinearSearch;
}

/** A place in a text, in UTF-16 units. */
export interface FoundMatch {
  readonly start: number;
  readonly end: number;
}

/** A search that can be left and gone on with. */
export interface LinearSearch {
  /** Looks at so many more units: the match that ends first, from its earliest beginning; `"none"` at the end of the text. */
  advance(units: number): FoundMatch | "none" | undefined;
}

/** What a pattern can be made into, or why not. */
export type Compiled =
  | { readonly ok: true; readonly regexp: LinearRegExp }
  | { readonly ok: false; readonly problem: string };

/**
 * Compiles JavaScript's syntax without look-around and back-references, at most 1,000 characters and 1,000 states.
 * A pattern and a text from a stranger can keep a backtracking engine busy for years; this one follows all ways at once.
 */
export function compileLinearRegExp(source: string): Compiled {
  if (source.length > 1_000) return { ok: false, problem: "the pattern is longer than 1,000 characters" };
  try {
    new RegExp(source);
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : "the pattern is not valid" };
  }
  const parsed = parsePattern(source);
  if (!parsed.ok) return parsed;
  const program = compileProgram(parsed.node, 1_000);
  if (program === undefined) return { ok: false, problem: "the pattern repeats too much" };
  const search = (text: string) => new Search(program, text);
  return { ok: true, regexp: { search, findEnd: (text) => endOf(search(text)) } };
}

function endOf(search: Search): number {
  const found = search.advance(Number.POSITIVE_INFINITY);
  return typeof found === "object" ? found.end : -1;
}

class Search implements LinearSearch {
  readonly #program: PatternProgram;
  readonly #text: string;
  #at = 0;
  /** What is reached here, with the earliest place from which it is: in the order of those places. */
  readonly #set: StepSet;
  #waiting: readonly Waiting[] = [];

  constructor(program: PatternProgram, text: string) {
    this.#program = program;
    this.#text = text;
    this.#set = new StepSet(program);
  }

  advance(units: number): FoundMatch | "none" | undefined {
    const stop = this.#at + units;
    for (; this.#at < stop; this.#at += 1) {
      const after = this.#unit(this.#at);
      this.#reach(this.#unit(this.#at - 1), after);
      const start = this.#take(after);
      if (start !== undefined) return { start, end: this.#at };
      if (after === -1) return "none";
    }
    return undefined;
  }

  #unit(at: number): number {
    return at < 0 || at >= this.#text.length ? -1 : this.#text.charCodeAt(at);
  }

  #reach(before: number, after: number): void {
    this.#set.clear();
    for (const { step, from } of this.#waiting) this.#set.add(step, before, after, from);
    this.#set.add(this.#program.start, before, after, this.#at);
  }

  /** Where a match begins that ends here; else what waits for the next unit. */
  #take(code: number): number | undefined {
    const waiting: Waiting[] = [];
    for (const [index, number] of this.#set.reached.entries()) {
      const step = this.#program.steps[number];
      const from = this.#set.origins[index] ?? 0;
      if (step?.kind === "match") return from;
      if (step?.kind === "character" && code >= 0 && step.fits(code)) waiting.push({ step: step.next, from });
    }
    this.#waiting = waiting;
    return undefined;
  }
}

interface Waiting {
  readonly step: number;
  readonly from: number;
}

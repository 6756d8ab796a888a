import { parsePattern } from "./parse-pattern.ts";
import { buildStates, type State } from "./pattern-states.ts";

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
  const start = buildStates(parsed.node, 1_000);
  if (start === undefined) return { ok: false, problem: "the pattern repeats too much" };
  const search = (text: string) => new Search(start, text);
  return { ok: true, regexp: { search, findEnd: (text) => endOf(search(text)) } };
}

function endOf(search: Search): number {
  const found = search.advance(Number.POSITIVE_INFINITY);
  return typeof found === "object" ? found.end : -1;
}

class Search implements LinearSearch {
  readonly #first: State;
  readonly #text: string;
  #at = 0;
  /** Every state that is reached, with the earliest place from which it is: in the order of those places. */
  #reached = new Map<State, number>();
  #matchedFrom: number | undefined;

  constructor(first: State, text: string) {
    this.#first = first;
    this.#text = text;
  }

  advance(units: number): FoundMatch | "none" | undefined {
    const stop = this.#at + units;
    for (; this.#at < stop; this.#at += 1) {
      this.#follow(this.#first, this.#at, this.#at);
      if (this.#matchedFrom !== undefined) return { start: this.#matchedFrom, end: this.#at };
      if (this.#at >= this.#text.length) return "none";
      this.#step(this.#text.charCodeAt(this.#at));
    }
    return undefined;
  }

  #step(code: number): void {
    const current = this.#reached;
    this.#reached = new Map();
    for (const [state, from] of current) {
      if (state.kind === "character" && state.fits(code)) this.#follow(state.next, this.#at + 1, from);
    }
  }

  #follow(next: State, at: number, from: number): void {
    const open = [next];
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      if (this.#reached.has(state)) continue;
      this.#reached.set(state, from);
      if (state.kind === "match") this.#matchedFrom ??= from;
      else if (state.kind === "split") open.push(...state.to);
      else if (state.kind === "assert" && state.holds(this.#text, at)) open.push(state.next);
    }
  }
}

import { parsePattern } from "./parse-pattern.ts";
import { buildStates, type State } from "./pattern-states.ts";

/** A regular expression whose cost is bounded by the length of the pattern times the length of the text. */
export interface LinearRegExp {
  /** Where the earliest match ends; -1 without one. */
  findEnd(text: string): number;
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
  return { ok: true, regexp: { findEnd: (text) => findEnd(start, text) } };
}

function findEnd(start: State, text: string): number {
  let seen = new Set<State>();
  let matched = false;
  const follow = (from: State, at: number): void => {
    const open = [from];
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      if (seen.has(state)) continue;
      seen.add(state);
      if (state.kind === "match") matched = true;
      else if (state.kind === "split") open.push(...state.to);
      else if (state.kind === "assert" && state.holds(text, at)) open.push(state.next);
    }
  };
  for (let at = 0; ; at++) {
    follow(start, at);
    if (matched) return at;
    if (at === text.length) return -1;
    const code = text.charCodeAt(at);
    const current = seen;
    seen = new Set();
    for (const state of current) {
      if (state.kind === "character" && state.fits(code)) follow(state.next, at + 1);
    }
  }
}

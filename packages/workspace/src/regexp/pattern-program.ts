import type { CharacterTest, PatternNode, PlaceTest } from "./pattern-node.ts";
import { PatternProblem } from "./pattern-problem.ts";

/** One step of a program: the ways from it lead to other steps by number, the preferred one first. */
export type Step =
  | { readonly kind: "match" }
  | { readonly kind: "character"; readonly fits: CharacterTest; readonly next: number }
  | { readonly kind: "assertion"; readonly holds: PlaceTest; readonly next: number }
  | { readonly kind: "split"; readonly ways: readonly number[] };

/** A pattern as steps that can all be followed at once. */
export interface PatternProgram {
  readonly steps: readonly Step[];
  readonly start: number;
}

/** More steps make the pattern too large to be followed. */
const MAX_STEPS = 10_000;
const MAX_PARTS = 100_000;

const TOO_LARGE = "the compiled pattern exceeds the size limit";

/** Turns a pattern into a program. Throws a `PatternProblem` when it would have more than 10,000 steps. */
export function compileProgram(node: PatternNode): PatternProgram {
  const builder = new ProgramBuilder();
  const end = builder.add({ kind: "match" });
  return { start: builder.build(node, end), steps: builder.steps };
}

/** Built from the end, so that every step knows what comes after it. */
class ProgramBuilder {
  readonly steps: Step[] = [];
  #built = 0;

  add(step: Step): number {
    if (this.steps.length >= MAX_STEPS) throw new PatternProblem(TOO_LARGE);
    return this.steps.push(step) - 1;
  }

  /** Parts are counted too: nothing, repeated, makes no step. */
  build(node: PatternNode, next: number): number {
    if (++this.#built > MAX_PARTS) throw new PatternProblem(TOO_LARGE);
    switch (node.kind) {
      case "character":
        return this.add({ kind: "character", fits: node.fits, next });
      case "assertion":
        return this.add({ kind: "assertion", holds: node.holds, next });
      case "sequence":
        return node.parts.reduceRight((after, part) => this.build(part, after), next);
      case "choice":
        return this.add({ kind: "split", ways: node.options.map((option) => this.build(option, next)) });
      case "repeat":
        return this.#repeat(node, next);
    }
  }

  #repeat(repeat: Extract<PatternNode, { kind: "repeat" }>, next: number): number {
    const { node, min, max } = repeat;
    const endless = max === Number.POSITIVE_INFINITY;
    let at = endless ? this.#loop(repeat, next) : next;
    for (let count = endless ? min : max; count > min; count--) at = this.#choose(repeat, this.build(node, at), next);
    for (let count = 0; count < min; count++) at = this.build(node, at);
    return at;
  }

  #loop(repeat: Extract<PatternNode, { kind: "repeat" }>, next: number): number {
    const at = this.#choose(repeat, next, next);
    const body = this.build(repeat.node, at);
    this.steps[at] = { kind: "split", ways: repeat.greedy ? [body, next] : [next, body] };
    return at;
  }

  #choose({ greedy }: { readonly greedy: boolean }, inside: number, outside: number): number {
    return this.add({ kind: "split", ways: greedy ? [inside, outside] : [outside, inside] });
  }
}

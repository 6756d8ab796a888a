import type { CharacterTest, PatternNode, PlaceTest } from "./pattern-node.ts";

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

/** How many parts, nothing repeated among them, may be looked at for each step. */
const PARTS_PER_STEP = 10;

/** Turns a pattern into a program of at most so many steps; undefined when it would have more. */
export function compileProgram(node: PatternNode, mostSteps: number): PatternProgram | undefined {
  const builder = new ProgramBuilder(mostSteps);
  const start = builder.build(node, builder.add({ kind: "match" }));
  return builder.isTooLarge ? undefined : { start, steps: builder.steps };
}

/** Built from the end, so that every step knows what comes after it. */
class ProgramBuilder {
  readonly steps: Step[] = [];
  readonly #most: number;
  #built = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Nothing more is built then. */
  get isTooLarge(): boolean {
    return this.steps.length > this.#most || this.#built > this.#most * PARTS_PER_STEP;
  }

  add(step: Step): number {
    return this.steps.push(step) - 1;
  }

  /** Parts are counted too: nothing, repeated, makes no step. */
  build(node: PatternNode, next: number): number {
    this.#built += 1;
    if (this.isTooLarge) return next;
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
    for (let count = endless ? min : max; count > min && !this.isTooLarge; count--)
      at = this.#choose(repeat, this.build(node, at), next);
    for (let count = 0; count < min && !this.isTooLarge; count++) at = this.build(node, at);
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

import type { PatternProgram } from "./pattern-program.ts";

/** The steps of a program that are reached at one place of a text, each once, in order of preference. */
export class StepSet {
  /** Steps that take a character or end the match. */
  readonly reached: number[] = [];
  /** For each of them, what `add` was called for. */
  readonly origins: number[] = [];
  readonly #program: PatternProgram;
  readonly #seen: Uint32Array;
  #round = 0;

  constructor(program: PatternProgram) {
    this.#program = program;
    this.#seen = new Uint32Array(program.steps.length);
  }

  clear(): void {
    this.reached.length = 0;
    this.origins.length = 0;
    this.#round = (this.#round + 1) % 0xffffffff;
    if (this.#round === 0) this.#seen.fill(0xffffffff);
  }

  /** Adds a step and everything that is reached from it between two code points. */
  add(step: number, before: number, after: number, origin = 0): void {
    const open = [step];
    for (let number = open.pop(); number !== undefined; number = open.pop()) {
      if (this.#seen[number] === this.#round) continue;
      this.#seen[number] = this.#round;
      const found = this.#program.steps[number];
      if (found?.kind === "split") for (const way of found.ways.toReversed()) open.push(way);
      else if (found?.kind === "assertion") {
        if (found.holds(before, after)) open.push(found.next);
      } else {
        this.reached.push(number);
        this.origins.push(origin);
      }
    }
  }
}

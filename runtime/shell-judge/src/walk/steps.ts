/** The steps of a reading are used up: what is read of the line until then counts, and the rest asks. */
export class OutOfSteps extends Error {
  constructor() {
    super("The line takes more steps to judge than are made. Split it into several.");
  }
}

/**
 * Counts what one reading of a line costs, so that no line holds the process: a step is a node that is walked, a word
 * that is read or a name of a path that is compared, about a microsecond each. Whatever goes through something takes as
 * many as it has.
 */
export class Steps {
  readonly #most: number;
  #taken = 0;
  #found = 0;

  /** `rules` is how many rules the line is held against: they are a person's own, and each takes its time. */
  constructor(line: string, rules = 0) {
    this.#most = mostSteps(line.length, rules);
  }

  get taken(): number {
    return this.#taken;
  }

  /** Throws `OutOfSteps` when there are none left. */
  take(count = 1): void {
    this.#taken = Math.min(this.#taken + count, this.#most);
    if (this.#taken === this.#most) throw new OutOfSteps();
  }

  /** For one of the names that are found on disk, of which there may be many for a short line. */
  find(): void {
    if (++this.#found > MAX_FOUND) throw new OutOfSteps();
  }

  /** For a text that is read letter by letter. */
  takeText(length: number): void {
    this.take(1 + Math.ceil(length / LETTERS));
  }
}

/** So many names that are found on disk are looked at for one line. */
const MAX_FOUND = 10_000;

/** So many letters are read in one step. */
const LETTERS = 16;

/** How many steps a line of so many UTF-16 units takes at most: tens of milliseconds. Typed lines take some hundred. */
export function mostSteps(length: number, rules = 0): number {
  return Math.min(3_000 + 6 * length, 30_000) + RULE_STEPS * rules;
}

/** So many steps each rule brings; one rule that is compared takes far less than one. */
const RULE_STEPS = 4;

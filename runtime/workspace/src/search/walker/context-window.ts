import type { FoundLine } from "../search-engine.port.ts";

/** Of the lines of a file, passes on those that match and so many before and after each. */
export class ContextWindow {
  readonly #context: number;
  readonly #pass: (line: FoundLine) => void;
  #before: FoundLine[] = [];
  #until = 0;

  constructor(context: number, pass: (line: FoundLine) => void) {
    this.#context = context;
    this.#pass = pass;
  }

  add(line: FoundLine): void {
    if (line.isMatch) {
      for (const earlier of this.#before) this.#pass(earlier);
      this.#before = [];
      this.#until = line.number + this.#context;
    }
    if (line.number <= this.#until) this.#pass(line);
    else this.#before.push(line);
    if (this.#before.length > this.#context) this.#before.shift();
  }
}

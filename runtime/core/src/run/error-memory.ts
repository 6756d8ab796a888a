import type { CallKey } from "./call-states.ts";

/** An error as a model was told it. */
export interface ToldWords {
  readonly words: string;
  readonly key: CallKey;
  /** It is what the tool itself answered, such as tests that fail: true only until something changes. */
  readonly isAnswer: boolean;
}

/** The call whose error was told in the same words: the same one as now, made again, or another. */
export type ToldBefore = "of this call" | "of another call";

/** How many errors are remembered, and how many UTF-16 units of the beginning and the end of each. */
const MAX_ERRORS = 50;
const MAX_UNITS = 300;

/** The errors that a run was told, the last ones. */
export class ErrorMemory {
  readonly #told = new Map<string, ToldWords>();

  /** Whose error was told in these words before; undefined where none was. Remembers it. */
  record(error: ToldWords): ToldBefore | undefined {
    const sketch = `${error.words.length} ${error.words.slice(0, MAX_UNITS)} ${error.words.slice(-MAX_UNITS)}`;
    const earlier = this.#told.get(sketch);
    this.#told.delete(sketch);
    this.#told.set(sketch, { ...error, words: "" });
    const [oldest] = this.#told.keys();
    if (this.#told.size > MAX_ERRORS && oldest !== undefined) this.#told.delete(oldest);
    if (earlier === undefined) return undefined;
    if (error.key.equals(earlier.key)) return "of this call";
    return error.isAnswer ? undefined : "of another call";
  }

  /** Something has changed: a tool may answer otherwise, or the same for another reason. */
  forgetAnswers(): void {
    for (const [sketch, { isAnswer }] of this.#told) if (isAnswer) this.#told.delete(sketch);
  }
}

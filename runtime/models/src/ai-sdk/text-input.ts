/** What a model writes as one text, such as a call of OpenAI's custom tools, as the arguments `{ input: text }`. */
export class TextInput {
  #isBegun = false;

  /** Those of a whole call; undefined where it is no text. */
  static argumentsOf(input: string): string | undefined {
    if (!input.trimStart().startsWith('"')) return undefined;
    try {
      return JSON.stringify({ input: String(JSON.parse(input)) });
    } catch {
      return undefined;
    }
  }

  /** A piece of the text as one of the arguments. */
  next(delta: string): string {
    const opening = this.#isBegun ? "" : '{"input":"';
    this.#isBegun = true;
    return opening + JSON.stringify(delta).slice(1, -1);
  }

  /** What closes them. */
  end(): string {
    return this.#isBegun ? '"}' : '{"input":""}';
  }
}

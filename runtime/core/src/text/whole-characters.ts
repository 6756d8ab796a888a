/**
 * Keeps the two halves of a character together in a text that arrives in pieces; a half without its other half becomes
 * U+FFFD.
 */
export class WholeCharacters {
  #held = "";

  push(chunk: string): string {
    const text = this.#held + chunk;
    const last = text.charCodeAt(text.length - 1);
    const isHalf = last >= 0xd800 && last <= 0xdbff;
    this.#held = isHalf ? text.slice(-1) : "";
    return (isHalf ? text.slice(0, -1) : text).toWellFormed();
  }

  end(): string {
    const rest = this.#held.toWellFormed();
    this.#held = "";
    return rest;
  }
}

/** UTF-16 units of live output that a preview shows: each preview is a whole value, and there may be thousands. */
const SHOWN = 4_000;

/** The end of what a running call has put out so far. */
export class LiveTail {
  #text = "";
  #cut = false;

  add(chunk: string): this {
    const all = this.#text + chunk;
    this.#cut ||= all.length > SHOWN;
    this.#text = this.#cut ? all.slice(-SHOWN).toWellFormed() : all;
    return this;
  }

  toString(): string {
    return this.#cut ? `…${this.#text}` : this.#text;
  }
}

/** Characters of live output that are kept for each call; what came before is dropped. */
const KEPT = 100_000;

/** What a call prints while it runs: the end of it. */
export class LiveOutput {
  #text = "";
  /** Characters that came in all. */
  length = 0;

  add(chunk: string): void {
    this.length += chunk.length;
    this.#text += chunk;
    // Cut seldom, so that a flood costs no copy for each chunk.
    if (this.#text.length > 2 * KEPT) this.#text = this.#text.slice(-KEPT);
  }

  /** Forgets what came after so many characters. */
  backTo(length: number): void {
    const surplus = this.length - length;
    if (surplus <= 0) return;
    this.#text = surplus >= this.#text.length ? "" : this.#text.slice(0, this.#text.length - surplus);
    this.length = length;
  }

  get text(): string {
    return this.#text.slice(-KEPT);
  }
}

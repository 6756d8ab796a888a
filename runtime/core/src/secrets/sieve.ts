/** How many characters of a piece are looked at. */
const LENGTH = 3;
/** Shifted by 5 bits for each character, a hash of 15 bits holds the last three and has lost the one before. */
const SIZE = 2 ** 15;

/** A quick look for pieces of text: one table look-up for each character, whatever is looked for. 32 KiB of memory. */
export class Sieve {
  readonly #marked = new Uint8Array(SIZE);

  /** Of each piece the first three characters count; a shorter one is a `RangeError`. */
  constructor(pieces: Iterable<string>) {
    for (const piece of pieces) {
      if (piece.length < LENGTH) throw new RangeError(`A piece has at least ${LENGTH} characters.`);
      let hash = 0;
      for (let index = 0; index < LENGTH; index++) hash = next(hash, piece, index);
      this.#marked[hash] = 1;
    }
  }

  /** False only when no piece is in the text. */
  mayHold(text: string): boolean {
    const marked = this.#marked;
    let hash = 0;
    for (let index = 0; index < text.length; index++) {
      hash = next(hash, text, index);
      if (marked[hash] === 1) return true;
    }
    return false;
  }
}

function next(hash: number, text: string, index: number): number {
  return ((hash << 5) ^ text.charCodeAt(index)) & (SIZE - 1);
}

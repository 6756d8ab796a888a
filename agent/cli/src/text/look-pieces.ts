/** Characters that look the same. */
export interface LookPiece {
  readonly text: string;
  /** SGR parameters that say all of it; empty for plain text. */
  readonly look: string;
}

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: a look begins with ESC
const MARK = /\u001b\[(?:0;?)?([\d;]*)m/;
const BEGUN = /\u001b(?:\[[\d;]{0,64})?$/;
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: a look begins with ESC

/** Reads live output with its marks, each of which says the whole look, from chunks that are cut anywhere. */
export class LookPieces {
  #look = "";
  #begun = "";

  push(chunk: string): readonly LookPiece[] {
    const text = this.#begun + chunk;
    this.#begun = BEGUN.exec(text)?.[0] ?? "";
    const pieces = text.slice(0, text.length - this.#begun.length).split(MARK);
    // Every other piece is the parameters of a mark.
    return pieces.flatMap((piece, index) => {
      if (index % 2 === 0) return piece === "" ? [] : [{ text: piece, look: this.#look }];
      this.#look = piece;
      return [];
    });
  }
}

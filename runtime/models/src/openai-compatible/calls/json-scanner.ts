const quote = 0x22;
const backslash = 0x5c;
const space = 0x20;

/**
 * Follows a JSON text that arrives in pieces and says where a value ends, looking at each character once.
 * It counts brackets and strings and judges nothing else: what it calls complete may still not parse.
 */
export class JsonScanner {
  #depth = 0;
  #inString = false;
  #escaped = false;
  #bare = false;
  #begun = false;

  /** Whether anything but blanks came since the last value ended. */
  get begun(): boolean {
    return this.#begun;
  }

  /** The offset just after the value that ends in `text` at or after `from`, or -1 when it goes on. */
  scan(text: string, from: number): number {
    for (let at = from; at < text.length; at++) {
      if (!this.#ends(text.charCodeAt(at))) continue;
      this.reset();
      return at + 1;
    }
    return -1;
  }

  reset(): void {
    this.#depth = 0;
    this.#inString = false;
    this.#escaped = false;
    this.#bare = false;
    this.#begun = false;
  }

  #ends(code: number): boolean {
    if (this.#inString) return this.#endsInString(code);
    if (code <= space || this.#bare) return false;
    this.#begun = true;
    if (code === quote) this.#inString = true;
    else if (opens(code)) this.#depth++;
    else if (this.#depth === 0) this.#bare = true;
    else if (closes(code)) return --this.#depth === 0;
    return false;
  }

  #endsInString(code: number): boolean {
    if (this.#escaped) this.#escaped = false;
    else if (code === backslash) this.#escaped = true;
    else if (code === quote) {
      this.#inString = false;
      return this.#depth === 0;
    }
    return false;
  }
}

function opens(code: number): boolean {
  return code === 0x7b || code === 0x5b;
}

function closes(code: number): boolean {
  return code === 0x7d || code === 0x5d;
}

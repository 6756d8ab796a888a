/** More bytes than this without a separator are dropped: nothing that we can show is as long. */
const MAX_PIECE = 64 * 1024 * 1024;

/** Joins chunks and parts them at a byte. The pieces are text, without the separator. */
export class ByteSplitter {
  readonly #separator: number;
  #waiting: Buffer[] = [];
  #size = 0;
  #dropping = false;

  constructor(separator: number) {
    this.#separator = separator;
  }

  /** The pieces that are complete now. */
  *push(chunk: Uint8Array): Generator<string> {
    const first = this.#size === 0 && !this.#dropping ? -1 : chunk.indexOf(this.#separator);
    const last = chunk.lastIndexOf(this.#separator);
    if (first >= 0) {
      const piece = this.#complete(chunk.subarray(0, first));
      if (piece !== undefined) yield piece;
    }
    // All that are whole become text at once: one by one they would cost several times as much.
    if (last > first) yield* textOf(chunk.subarray(first + 1, last)).split(String.fromCharCode(this.#separator));
    this.#keep(chunk.subarray(last + 1));
  }

  #complete(rest: Uint8Array): string | undefined {
    const [waiting, dropped] = [this.#waiting, this.#dropping];
    [this.#waiting, this.#size, this.#dropping] = [[], 0, false];
    return dropped ? undefined : Buffer.concat([...waiting, rest]).toString("utf8");
  }

  /** A copy: the memory of a chunk is used again. */
  #keep(rest: Uint8Array): void {
    this.#size += rest.length;
    if (this.#size > MAX_PIECE) [this.#waiting, this.#dropping] = [[], true];
    else if (rest.length > 0) this.#waiting.push(Buffer.from(rest));
  }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8");
}

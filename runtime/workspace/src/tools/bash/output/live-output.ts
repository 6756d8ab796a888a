import { cutEnd, cutStart, lastStates } from "@toolwright/core/internal";

/** Milliseconds between two chunks, and the most characters of one. */
const EVERY_MS = 50;
const MAX_CHUNK = 8 * 1024;

// biome-ignore lint/suspicious/noControlCharactersInRegex: a look begins with ESC
const BEGUN_MARK = /\u001b[^m]{0,64}$/;

/** What waits beyond this is not shown live: nobody can read it. In UTF-16 units. */
const MAX_WAITING = 64 * 1024;

/** Passes output on in few and small chunks while a command runs. */
export class LiveOutput {
  readonly #emit: (chunk: string) => void;
  #waiting = "";
  /** The last piece that found no room. */
  #skipped: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(emit: (chunk: string) => void) {
    this.#emit = emit;
  }

  push(text: string): void {
    if (text === "") return;
    if (this.#waiting.length > MAX_WAITING) this.#skipped = text;
    else this.#waiting = withMore(this.#waiting, this.#takeSkipped() + text);
    this.#timer ??= setTimeout(() => this.#tick(), EVERY_MS);
  }

  /** Passes on what waits, at once. Call it when the command has ended. */
  end(): void {
    clearTimeout(this.#timer);
    this.#waiting += this.#takeSkipped();
    while (this.#waiting !== "") this.#emitOne();
  }

  #tick(): void {
    this.#timer = undefined;
    this.#emitOne();
    if (this.#waiting !== "") this.#timer = setTimeout(() => this.#tick(), EVERY_MS);
  }

  #takeSkipped(): string {
    const skipped = this.#skipped;
    this.#skipped = undefined;
    // Where the cut went through a mark, what is left of it is none.
    return skipped === undefined ? "" : `\n[…]\n${cutEnd(skipped, MAX_CHUNK).replace(/^[\d;]*m/, "")}`;
  }

  #emitOne(): void {
    // A mark goes out whole.
    const chunk = cutStart(this.#waiting, MAX_CHUNK).replace(BEGUN_MARK, "");
    this.#waiting = this.#waiting.slice(chunk.length);
    if (chunk !== "") this.#emit(chunk);
  }
}

/** What was written over before anybody saw it need not wait. */
function withMore(waiting: string, text: string): string {
  if (!text.includes("\r") && !waiting.endsWith("\r")) return waiting + text;
  const line = waiting.lastIndexOf("\n") + 1;
  return waiting.slice(0, line) + lastStates(waiting.slice(line) + text);
}

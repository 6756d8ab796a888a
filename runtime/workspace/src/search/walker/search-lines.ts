import type { CompiledPattern } from "../../regexp/compile-pattern.ts";
import type { FoundLine } from "../search-engine.port.ts";
import { MAX_SHOWN, shownLine } from "../shown-line.ts";
import { ContextWindow } from "./context-window.ts";
import { FileDecoder } from "./decode-text.ts";

/** How the lines of a file are searched. */
export interface LineScan {
  readonly pattern: CompiledPattern;
  readonly crlf: boolean;
  readonly context: number;
  /**
   * The file was named itself: a NUL ends a line. Otherwise it ends the search of the file, and the piece that holds it
   * is not searched.
   */
  readonly named: boolean;
}

/** Of a longer line only the beginning is searched. In UTF-16 units. */
const MAX_LINE = 32 * 1024 * 1024;

/** Gives the found lines piece by piece, and at the end whether a NUL was seen. */
export async function* searchLines(
  pieces: AsyncIterable<Uint8Array>,
  scan: LineScan,
): AsyncGenerator<readonly FoundLine[], boolean> {
  const scanner = new LineScanner(scan);
  const decoder = new FileDecoder();
  let binary = false;
  for await (const piece of pieces) {
    const text = decoder.push(piece);
    binary ||= text.includes("\0");
    if (binary && !scan.named) return binary;
    yield scanner.push(binary ? text.replaceAll("\0", "\n") : text);
  }
  yield scanner.push(decoder.end());
  yield scanner.end();
  return binary;
}

class LineScanner {
  readonly #scan: LineScan;
  readonly #window: ContextWindow;
  #found: FoundLine[] = [];
  #rest = "";
  #number = 0;

  constructor(scan: LineScan) {
    this.#scan = scan;
    this.#window = new ContextWindow(scan.context, (line) => this.#found.push(line));
  }

  push(text: string): readonly FoundLine[] {
    let start = 0;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", start)) {
      this.#line(this.#rest + text.slice(start, at), true);
      this.#rest = "";
      start = at + 1;
    }
    if (this.#rest.length < MAX_LINE) this.#rest += text.slice(start);
    return this.#taken();
  }

  end(): readonly FoundLine[] {
    if (this.#rest !== "") this.#line(this.#rest, false);
    return this.#taken();
  }

  #line(line: string, hasLineFeed: boolean): void {
    const { pattern, crlf, context } = this.#scan;
    const text = crlf && hasLineFeed && line.endsWith("\r") ? line.slice(0, -1) : line;
    const isMatch = pattern.test(text);
    this.#number += 1;
    if (!isMatch && context === 0) return;
    const at = isMatch && text.length > MAX_SHOWN ? (pattern.find(text, 0)?.start ?? 0) : 0;
    this.#window.add({ number: this.#number, text: shownLine(line, at), isMatch });
  }

  #taken(): readonly FoundLine[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }
}

import type { Span } from "@toolwright/core/internal";
import type { CompiledPattern } from "../../regexp/compile-pattern.ts";
import type { FoundLine } from "../search-engine.port.ts";
import { shownLine } from "../shown-line.ts";
import { ContextWindow } from "./context-window.ts";

/** How a whole text is searched. */
export interface TextScan {
  readonly pattern: CompiledPattern;
  readonly context: number;
  expired(): boolean;
}

/** The lines that matches reach over, with those around them. */
export function searchText(text: string, scan: TextScan): readonly FoundLine[] {
  const places = matchedLines(text, scan);
  if (places.size === 0) return [];
  const found: FoundLine[] = [];
  const window = new ContextWindow(scan.context, (line) => found.push(line));
  for (const { number, start, end } of linesOf(text)) {
    const at = places.get(number);
    if (at === undefined && scan.context === 0) continue;
    window.add({ number, text: shownLine(text.slice(start, end), at ?? 0), isMatch: at !== undefined });
  }
  return found;
}

/** Line numbers, with the place in the line where a match begins or goes on. */
function matchedLines(text: string, scan: TextScan): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  const cursor = new LineCursor(text);
  for (const span of spansIn(text, scan)) {
    for (const { number, start } of cursor.coveredBy(span)) {
      if (!places.has(number)) places.set(number, Math.max(0, span.start - start));
    }
  }
  return places;
}

function* spansIn(text: string, { pattern, expired }: TextScan): Generator<Span> {
  for (let from = 0; from <= text.length && !expired(); ) {
    const span = pattern.find(text, from, expired);
    if (span === undefined) return;
    yield span;
    from = span.end > span.start ? span.end : span.end + 1;
  }
}

/** Goes through the lines of a text once, for spans in their order. */
class LineCursor {
  readonly #lines: Generator<TextLine, undefined>;
  #line: TextLine | undefined;

  constructor(text: string) {
    this.#lines = linesOf(text);
    this.#line = this.#lines.next().value;
  }

  /** A match that ends with a line feed does not reach into the line behind it. */
  *coveredBy({ start, end }: Span): Generator<TextLine> {
    const last = Math.max(start, end - 1);
    while (this.#line !== undefined && this.#line.end < start) this.#advance();
    while (this.#line !== undefined && this.#line.start <= last) {
      yield this.#line;
      if (this.#line.end >= last) return;
      this.#advance();
    }
  }

  #advance(): void {
    this.#line = this.#lines.next().value;
  }
}

interface TextLine {
  readonly number: number;
  readonly start: number;
  /** Before its line feed. */
  readonly end: number;
}

/** What follows the last line feed is a line only when it is not empty. */
function* linesOf(text: string): Generator<TextLine, undefined> {
  let number = 1;
  for (let start = 0; start < text.length; number++) {
    const feed = text.indexOf("\n", start);
    const end = feed < 0 ? text.length : feed;
    yield { number, start, end };
    start = end + 1;
  }
}

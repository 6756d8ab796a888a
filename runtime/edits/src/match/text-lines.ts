/** The lines of a text with where they stand. A final line break ends the last line, it does not begin another. */
export interface TextLines {
  readonly text: string;
  /** How many lines there are; an empty text has none. */
  readonly count: number;
  /** Line `index` (0-based) without its line break; empty past the end. */
  line(index: number): string;
  /** Where line `index` begins; the length of the text past the end. */
  start(index: number): number;
  /** Where line `index` ends, before its line break. */
  end(index: number): number;
  /** The 1-based number of the line that holds this offset. */
  numberAt(offset: number): number;
}

/** Splits a text whose line breaks are all `\n`. */
export function textLines(text: string): TextLines {
  const starts = lineStarts(text);
  const start = (index: number): number => starts[index] ?? text.length;
  const end = (index: number): number => {
    if (index >= starts.length) return text.length;
    const next = starts[index + 1];
    if (next !== undefined) return next - 1;
    return text.endsWith("\n") ? text.length - 1 : text.length;
  };
  return {
    text,
    count: starts.length,
    start,
    end,
    line: (index) => text.slice(start(index), end(index)),
    numberAt: (offset) => Math.max(1, countUpTo(starts, offset)),
  };
}

/** All lines as strings. */
export function allLines(lines: TextLines): string[] {
  return Array.from({ length: lines.count }, (_, index) => lines.line(index));
}

function lineStarts(text: string): number[] {
  const starts = text === "" ? [] : [0];
  for (let at = text.indexOf("\n"); at !== -1 && at + 1 < text.length; at = text.indexOf("\n", at + 1)) {
    starts.push(at + 1);
  }
  return starts;
}

/** How many of the ascending numbers are at most `limit`. */
export function countUpTo(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** One line as `read` prints it: a number, six wide, a tab, the text. */
export function numberedLine(number: number, line: string): string {
  return `${String(number).padStart(6)}\t${line}`;
}

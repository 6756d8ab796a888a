/** A line of a program, with its number from 1. */
export interface SourceLine {
  readonly number: number;
  readonly text: string;
}

/** Lines of the source that are shown: the one that is asked for and one on either side. */
const SHOWN = 3;

/** Three lines of a source around one of them, fewer where it has no more; empty for a line that it does not have. */
export function sourceAround(source: string, line: number): readonly SourceLine[] {
  const lines = sourceLines(source);
  if (lines[line - 1] === undefined) return [];
  const first = Math.max(0, Math.min(line - 2, lines.length - SHOWN));
  return lines.slice(first, first + SHOWN);
}

/** All lines of a source. */
export function sourceLines(source: string): readonly SourceLine[] {
  return source.split(/\r?\n/).map((text, place) => ({ number: place + 1, text }));
}

import { countUpTo } from "./match/text-lines.ts";
import type { TextFile } from "./text-file.ts";

/** One replacement: the characters `[start, end)` of the text give way to `insert`, whose line breaks are all `\n`. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly insert: string;
}

/** A span of the new text that an edit wrote. */
export interface WrittenSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Replaces spans of a file and nothing else. The spans must be ascending and must not overlap.
 * A new line break is written like the one it replaces, else like its neighbours in the span, else like the line
 * before.
 */
export function spliceTextFile(file: TextFile, splices: readonly Splice[]): TextFile {
  const breaks = lineBreakReader(file.crlf);
  const pieces: string[] = [];
  const crlf: number[] = [];
  let from = 0;
  let length = 0;
  const keep = (to: number): void => {
    for (const at of breaks.within(from, to)) crlf.push(at - from + length);
    pieces.push(file.text.slice(from, to));
    length += to - from;
  };
  for (const splice of splices) {
    const core = trimCommon(file.text, splice);
    keep(core.start);
    for (const at of insertedCrlf(file, splice, core)) crlf.push(length + at);
    pieces.push(core.insert);
    length += core.insert.length;
    from = core.end;
  }
  keep(file.text.length);
  return { ...file, text: pieces.join(""), crlf };
}

/** Narrows a replacement to what differs, so that line breaks of unchanged lines inside the span stay what they are. */
function trimCommon(text: string, { start, end, insert }: Splice): Splice {
  const shared = Math.min(end - start, insert.length);
  let head = 0;
  while (head < shared && text.charCodeAt(start + head) === insert.charCodeAt(head)) head += 1;
  let tail = 0;
  while (tail < shared - head && text.charCodeAt(end - 1 - tail) === insert.charCodeAt(insert.length - 1 - tail)) {
    tail += 1;
  }
  return { start: start + head, end: end - tail, insert: insert.slice(head, insert.length - tail) };
}

function insertedCrlf(file: TextFile, span: Splice, core: Splice): number[] {
  const inserted = lineBreaks(core.insert, 0, core.insert.length);
  if (inserted.length === 0 || file.crlf.length === 0) return [];
  const known = new Set(file.crlf);
  const replaced = lineBreaks(file.text, core.start, core.end);
  const fallback = replaced.at(-1) ?? nearestLineBreak(file.text, span, core);
  return inserted.filter((_, index) => known.has(replaced[index] ?? fallback));
}

/** Where to look for the style of a new line break when none is replaced: in the span, before it, then after it. */
function nearestLineBreak(text: string, span: Splice, core: Splice): number {
  const before = core.start === 0 ? -1 : text.lastIndexOf("\n", core.start - 1);
  if (before >= span.start) return before;
  const after = text.indexOf("\n", core.end);
  if (after !== -1 && after < span.end) return after;
  return before === -1 ? after : before;
}

function lineBreaks(text: string, start: number, end: number): number[] {
  const found: number[] = [];
  for (let at = text.indexOf("\n", start); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) found.push(at);
  return found;
}

/** Reads the ascending offsets once, from left to right. */
function lineBreakReader(crlf: readonly number[]): { within(from: number, to: number): number[] } {
  let next = 0;
  return {
    within(from, to) {
      while (next < crlf.length && (crlf[next] ?? 0) < from) next += 1;
      const first = next;
      while (next < crlf.length && (crlf[next] ?? 0) < to) next += 1;
      return crlf.slice(first, next);
    },
  };
}

/** Where the inserted texts stand after their splices were made. */
export function spansWritten(splices: readonly Splice[]): WrittenSpan[] {
  let shift = 0;
  return splices.map(({ start, end, insert }) => {
    const span = { start: start + shift, end: start + shift + insert.length };
    shift += insert.length - (end - start);
    return span;
  });
}

/** Where earlier spans stand after later splices were made. */
export function spansMoved(spans: readonly WrittenSpan[], splices: readonly Splice[]): WrittenSpan[] {
  const shifts = shiftsOf(splices);
  const ends = splices.map(({ end }) => end);
  return spans.map(({ start, end }) => {
    const shift = shifts[countUpTo(ends, start)] ?? 0;
    return { start: start + shift, end: end + shift };
  });
}

/** By how much a text moves behind the first `n` splices. */
function shiftsOf(splices: readonly Splice[]): number[] {
  const shifts = [0];
  for (const { start, end, insert } of splices) shifts.push((shifts.at(-1) ?? 0) + insert.length - (end - start));
  return shifts;
}

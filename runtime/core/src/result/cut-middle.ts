import { countLines } from "../text/count-lines.ts";
import { headLength, tailStart } from "../text/cut-to-bytes.ts";
import { utf8Length } from "../text/utf8-length.ts";
import type { OutputLimits } from "./output-limits.ts";

/** The two ends of a text whose middle was taken out. */
export interface Middle {
  readonly head: string;
  readonly tail: string;
  /** Where `head` ends and `tail` begins in the text, in code units. */
  readonly headEnd: number;
  readonly tailStart: number;
  /** The line between them; the hint says where the whole text is kept. */
  notice(hint?: string): string;
}

/** What the notice may take, in bytes, with an id of 64 characters and two line breaks. */
const NOTICE_BYTES = 256;
/** The notice is a line, and a head or tail that is cut inside a line adds one each. */
const NOTICE_LINES = 3;

/**
 * Takes the middle out of a text that is over the limits: whole lines, but inside a line that is longer than half its
 * end's share.
 */
export function cutMiddle(text: string, limits: OutputLimits): Middle {
  const bytes = limits.maxBytes - NOTICE_BYTES;
  const lines = limits.maxLines - NOTICE_LINES;
  const headBytes = Math.min(limits.headBytes, Math.floor(bytes * 0.8));
  const tailBytes = Math.min(limits.tailBytes, bytes - headBytes);
  const headEnd = endOfHead(text, headBytes, Math.ceil(lines * 0.8));
  const start = startOfTail(text, tailBytes, Math.floor(lines * 0.2));
  const omitted = text.slice(headEnd, start);
  const size = `${utf8Length(omitted)} bytes (${countLines(omitted)} lines) left out`;
  const before = headEnd === 0 || text[headEnd - 1] === "\n" ? "" : "\n";
  return {
    head: text.slice(0, headEnd),
    tail: text.slice(start),
    headEnd,
    tailStart: start,
    notice: (hint) => `${before}[… ${size}${hint === undefined ? "" : `; ${hint}`} …]\n`,
  };
}

/**
 * How a model is told where the whole of a cut output is; by the name of the tool that reads it only where it has that.
 */
export function refHint(id: string, hasReader = true): string {
  return hasReader ? `read all of it with tool_output_cache, ref_id ${id}` : `kept as ${id}`;
}

/** True when a text needs no cutting. */
export function withinLimits(text: string, limits: OutputLimits): boolean {
  if (text.length > limits.maxBytes) return false;
  if (text.length * 3 > limits.maxBytes && utf8Length(text) > limits.maxBytes) return false;
  return text.length < limits.maxLines || lineEnd(text, limits.maxLines) >= text.length;
}

function endOfHead(text: string, maxBytes: number, maxLines: number): number {
  const byBytes = headLength(text, maxBytes);
  const byLines = lineEnd(text, maxLines);
  if (byLines <= byBytes) return byLines;
  const wholeLines = text.lastIndexOf("\n", byBytes - 1) + 1;
  return wholeLines * 2 > byBytes ? wholeLines : byBytes;
}

function startOfTail(text: string, maxBytes: number, maxLines: number): number {
  const byBytes = tailStart(text, maxBytes);
  const byLines = lineStart(text, maxLines);
  if (byLines >= byBytes) return byLines;
  if (text[byBytes - 1] === "\n") return byBytes;
  const wholeLines = text.indexOf("\n", byBytes) + 1;
  return wholeLines > 0 && text.length - wholeLines > (text.length - byBytes) / 2 ? wholeLines : byBytes;
}

/** Where the first `count` lines end. */
function lineEnd(text: string, count: number): number {
  let end = 0;
  for (let line = 0; line < count; line++) {
    const at = text.indexOf("\n", end);
    if (at === -1) return text.length;
    end = at + 1;
  }
  return end;
}

/** Where the last `count` lines start. */
function lineStart(text: string, count: number): number {
  let start = text.endsWith("\n") ? text.length - 1 : text.length;
  for (let line = 0; line < count; line++) {
    const at = start === 0 ? -1 : text.lastIndexOf("\n", start - 1);
    if (at === -1) return 0;
    start = at;
  }
  return start + 1;
}

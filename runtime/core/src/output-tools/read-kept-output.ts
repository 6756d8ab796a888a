import { KeptFileReader } from "../result/kept-file.ts";
import type { OutputCache } from "../result/output-cache.ts";
import type { Part } from "../result/part.ts";
import { clipLine } from "../text/clip-line.ts";
import { headLength } from "../text/cut-to-bytes.ts";
import { boundaryAfter, boundaryBefore } from "../text/grapheme-boundary.ts";
import { utf8Length } from "../text/utf8-length.ts";
import type { ToolContext } from "../tool/tool.ts";
import { ANSWER_BYTES, cachedLines } from "./cached-lines.ts";

/** What of a kept output is read. */
export interface KeptPart {
  readonly ref_id: string;
  readonly offset?: number;
  readonly limit?: number;
  readonly char_offset?: number;
  readonly char_limit?: number;
}

/** Lines longer than this are clipped, in characters. */
export const MAX_LINE = 1_000;

/** What `tool_output_cache` answers: lines, a part of one, or an image or a file as it was shown. */
export async function readKeptOutput(cache: OutputCache, input: KeptPart, ctx: ToolContext): Promise<string | Part[]> {
  const file = await readFile(cache, input, ctx);
  if (file !== undefined) return file;
  const isWithin = input.char_offset !== undefined || input.char_limit !== undefined;
  return isWithin ? readWithin(cache, input, ctx) : readLines(cache, input, ctx);
}

/** An image or a file comes back whole, as it was shown. Undefined for everything else. */
async function readFile(cache: OutputCache, { ref_id }: KeptPart, ctx: ToolContext): Promise<Part[] | undefined> {
  const reader = new KeptFileReader();
  for await (const [, line] of cachedLines(cache, ref_id, ctx)) {
    if (!reader.add(line)) return undefined;
  }
  const part = reader.part(ref_id);
  return part && [part];
}

async function readLines(cache: OutputCache, input: KeptPart, ctx: ToolContext): Promise<string> {
  const { offset = 0, limit = Number.POSITIVE_INFINITY } = input;
  const shown: string[] = [];
  const notes: string[] = [];
  let bytes = 0;
  let count = 0;
  for await (const [number, line] of cachedLines(cache, input.ref_id, ctx)) {
    count = number;
    if (number <= offset) continue;
    const text = `${numbered(number)}${clipLine(withoutReturn(line), MAX_LINE)}`;
    bytes += utf8Length(text) + 1;
    if (shown.length === limit || bytes > ANSWER_BYTES)
      return [...shown, ...notes, `[more lines: go on with offset ${number - 1} (lines to skip)]`].join("\n");
    shown.push(text);
    if (notes.length === 0 && withoutReturn(line).length > MAX_LINE) notes.push(clipped(number));
  }
  return shown.length > 0 ? [...shown, ...notes].join("\n") : pastEnd(offset, count);
}

/** A part of one line as it was kept, a carriage return at its end included. */
async function readWithin(cache: OutputCache, input: KeptPart, ctx: ToolContext): Promise<string> {
  const { offset = 0 } = input;
  let count = 0;
  for await (const [number, line] of cachedLines(cache, input.ref_id, ctx)) {
    count = number;
    if (number === offset + 1) return partOf(line, number, input);
  }
  return pastEnd(offset, count);
}

function partOf(line: string, number: number, input: KeptPart): string {
  const { char_offset = 0, char_limit = Number.POSITIVE_INFINITY } = input;
  const size = `line ${number} has ${line.length} characters`;
  if (char_offset > 0 && char_offset >= line.length) return `[char_offset ${char_offset} is past the end: ${size}]`;
  const start = boundaryBefore(line, char_offset);
  const end = endOfPart(line, start, char_offset + char_limit);
  const piece = numbered(number) + line.slice(start, end);
  return end === line.length ? piece : `${piece}\n[${size}: go on with char_offset ${end}]`;
}

/** Whole characters, within what one answer may take; at least one, so that reading comes to an end. */
function endOfPart(line: string, start: number, wanted: number): number {
  const fits = start + headLength(line.slice(start, start + ANSWER_BYTES), ANSWER_BYTES);
  const end = boundaryBefore(line, Math.min(wanted, fits));
  return end > start ? end : Math.min(boundaryAfter(line, start + 1), fits);
}

function numbered(number: number): string {
  return `${String(number).padStart(6)}\t`;
}

function clipped(number: number): string {
  return `[line ${number} is clipped: read all of it with offset ${number - 1}, char_offset 0]`;
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

function pastEnd(offset: number, count: number): string {
  return `[offset ${offset} is past the end: the output has ${count} lines]`;
}

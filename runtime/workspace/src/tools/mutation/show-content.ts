import type { CurrentFile, DifferingLines } from "../../tracking/seen-files.ts";
import type { ResolvedPath } from "../../workspace/resolve-path.ts";
import { textNotes } from "../read/read-block.ts";
import { scanText, type TextScan, type WantedLines } from "../read/scan-text.ts";

/** A file whose content a refusal shows. */
export interface FileToShow {
  readonly path: ResolvedPath;
  readonly current: CurrentFile;
  /** All that the agent does not know of it. */
  readonly lines: DifferingLines | undefined;
  /** Where a large file is shown, from 1. */
  readonly line: number | undefined;
}

/** Lines of a file as `read` shows them. */
export interface ShownContent {
  readonly text: string;
  /** With these lines the agent knows all of the file. */
  readonly complete: boolean;
}

/** Of what `read` shows at once, what all files of one refusal may take (bytes of UTF-8). */
export const CONTENT_BYTES = 48 * 1024;
const MAX_LINES = 1_900;

/** A file after many others is not begun in less (bytes). */
const MIN_BYTES = 256;

/** Of a larger file the lines around the change are enough (bytes). */
const SMALL_BYTES = 16 * 1024;

/** Lines around those that differ, and around a change. */
const MARGIN = { differing: 2, change: 40 };

/** More lines that differ are not shown alone. */
const MAX_DIFFERING = 40;

/** A line with more is not shown whole (UTF-16 units). */
const LONG_LINE = 2_000;

/** The content for a refusal, in so many bytes; undefined where there is no room. */
export async function showContent(file: FileToShow, room: number): Promise<ShownContent | undefined> {
  if (room < MIN_BYTES) return undefined;
  return (await differing(file, room)) ?? (await around(file, room)) ?? (await fromBeginning(file, room));
}

/** The lines that changed on disk; undefined where they are too many, or cannot be shown whole. */
async function differing({ lines, ...file }: FileToShow, maxBytes: number): Promise<ShownContent | undefined> {
  if (lines === undefined || lines.last - lines.first >= MAX_DIFFERING) return undefined;
  const offset = Math.max(1, lines.first - MARGIN.differing);
  const limit = Math.max(lines.last, lines.first) + MARGIN.differing - offset + 1;
  const { text, scan } = await shownLines(file, { offset, limit, maxBytes });
  const isWhole = scan.shown.length >= Math.min(limit, scan.totalLines - offset + 1);
  return isWhole && scan.shown.every((line) => line.length < LONG_LINE) ? { text, complete: true } : undefined;
}

async function around({ line, ...file }: FileToShow, maxBytes: number): Promise<ShownContent | undefined> {
  if (line === undefined || file.current.bytes.length <= SMALL_BYTES) return undefined;
  const offset = Math.max(1, line - MARGIN.change);
  const { text } = await shownLines(file, { offset, limit: 2 * MARGIN.change, maxBytes });
  return { text, complete: false };
}

async function fromBeginning(file: FileToShow, maxBytes: number): Promise<ShownContent> {
  const { text, scan } = await shownLines(file, { offset: 1, limit: MAX_LINES, maxBytes });
  return { text, complete: scan.complete };
}

interface ShownLines {
  readonly text: string;
  readonly scan: TextScan;
}

async function shownLines(
  { path, current }: Pick<FileToShow, "path" | "current">,
  wanted: WantedLines,
): Promise<ShownLines> {
  const scan = await scanText([current.bytes], wanted);
  return { text: [`=== ${path.shown} ===`, ...scan.shown, ...textNotes(scan, current.bytes.length)].join("\n"), scan };
}

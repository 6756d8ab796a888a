import { checkWrite } from "./check-edit.ts";
import { compareFiles } from "./compare-files.ts";
import { type EditFailure, editFailure } from "./edit-failure.ts";
import { textLines } from "./match/text-lines.ts";
import { findOmissionPlaceholder } from "./omission-placeholder.ts";
import {
  decodeTextFile,
  encodeTextFile,
  hasLoneSurrogate,
  MAX_TEXT_BYTES,
  type TextFile,
  textFileFrom,
} from "./text-file.ts";
import { type ShownChange, shownChange } from "./unified-diff.ts";

/** What {@link planWrite} works on. */
export interface PlanWriteOptions {
  /** Only shown. */
  readonly path: string;
  /** The file as it is; undefined when there is none. */
  readonly before: Uint8Array | undefined;
  readonly content: string;
}

/** A whole file that can be written. */
export interface WritePlan extends ShownChange {
  readonly ok: true;
  readonly bytes: Uint8Array;
  /** False when the file has these bytes already. */
  readonly changed: boolean;
  /** What a person reads: `Created src/a.ts (42 lines)`. */
  readonly summary: string;
}

/** Decides what a `write` puts into a file: refuses placeholders, keeps the line breaks of the file it replaces. */
export function planWrite(options: PlanWriteOptions): WritePlan | EditFailure {
  checkWrite(options);
  const { path, before, content } = options;
  const decoded = before === undefined ? undefined : decodeTextFile(before);
  // One that is no text has nothing that could be kept.
  const old = decoded?.ok ? decoded.file : undefined;
  const refused = checkContent(content, old?.text ?? "");
  if (refused !== undefined) return refused;
  const kept = keepStyle(old, content);
  const bytes = encodeTextFile(kept.file);
  const changed = before === undefined || !sameBytes(before, bytes);
  return {
    ok: true,
    bytes,
    changed,
    ...shownChange(compareFiles(old, kept.file), path),
    summary: summaryOf({ path, isNew: before === undefined, changed, old, kept }),
  };
}

function checkContent(content: string, old: string): EditFailure | undefined {
  if (hasLoneSurrogate(content)) {
    return editFailure("NOT_UTF8", "content contains half of a surrogate pair, which UTF-8 cannot hold.");
  }
  if (content.length > MAX_TEXT_BYTES) {
    return editFailure("TOO_LARGE", `content is larger than ${MAX_TEXT_BYTES} bytes. Write it in parts with bash.`);
  }
  const line = findOmissionPlaceholder(content, old);
  if (line === undefined) return undefined;
  return editFailure(
    "NO_MATCH",
    `line ${line} looks like an omission placeholder. Write the full content or use edit.`,
  );
}

interface SummaryParts {
  readonly path: string;
  readonly isNew: boolean;
  readonly changed: boolean;
  /** What is replaced, where that is text. */
  readonly old: TextFile | undefined;
  readonly kept: KeptStyle;
}

function summaryOf({ path, isNew, changed, old, kept }: SummaryParts): string {
  const remarks = kept.notes.map((note) => ` [${note}]`).join("");
  const now = countLines(kept.file);
  const lines = (count: number | string): string => `${count} ${count === 1 ? "line" : "lines"}`;
  if (isNew) return `Created ${path} (${lines(now)})${remarks}`;
  if (!changed) return `${path} is unchanged (${lines(now)})${remarks}`;
  return `Overwrote ${path} (${lines(old === undefined ? now : `${countLines(old)}→${now}`)})${remarks}`;
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

/** True when every line break of a file is `\r\n` and there is at least one. */
function isUniformlyCrlf({ text, crlf }: TextFile): boolean {
  return crlf.length > 0 && crlf.length === text.split("\n").length - 1;
}

/** The new content of a file, and what was kept of the old one. */
interface KeptStyle {
  readonly file: TextFile;
  /** `kept CRLF`, `kept UTF-8 BOM`. */
  readonly notes: readonly string[];
}

/**
 * Gives new content the line breaks and the byte order mark of the file it replaces, where those were uniform and it
 * has none.
 */
function keepStyle(old: TextFile | undefined, content: string): KeptStyle {
  const given = contentFile(content);
  const notes: string[] = [];
  let file = given;
  if (old !== undefined && isUniformlyCrlf(old) && given.crlf.length === 0 && given.text.includes("\n")) {
    file = { ...file, crlf: lineBreakOffsets(given.text) };
    notes.push("kept CRLF");
  }
  if (old?.byteOrderMark && !given.byteOrderMark) {
    file = { ...file, byteOrderMark: true };
    notes.push("kept UTF-8 BOM");
  }
  return { file, notes };
}

/** How many lines a text has. */
function countLines(file: TextFile): number {
  return textLines(file.text).count;
}

function contentFile(content: string): TextFile {
  const marked = content.startsWith("\uFEFF");
  return { ...textFileFrom(marked ? content.slice(1) : content), byteOrderMark: marked };
}

function lineBreakOffsets(text: string): number[] {
  const offsets: number[] = [];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) offsets.push(at);
  return offsets;
}

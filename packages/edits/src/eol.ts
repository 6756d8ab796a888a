import { textLines } from "./match/text-lines.ts";
import { decodeTextFile, type TextFile, textFileFrom } from "./text-file.ts";

/** True when every line break of a file is `\r\n` and there is at least one. */
export function isUniformlyCrlf({ text, crlf }: TextFile): boolean {
  return crlf.length > 0 && crlf.length === text.split("\n").length - 1;
}

/** The new content of a file, and what was kept of the old one. */
export interface KeptStyle {
  readonly file: TextFile;
  /** `kept CRLF`, `kept UTF-8 BOM`. */
  readonly notes: readonly string[];
}

/** Gives new content the line breaks and the byte order mark of the file it replaces, where those were uniform and it has none. */
export function keepStyle(before: Uint8Array | undefined, content: string): KeptStyle {
  const given = contentFile(content);
  const decoded = before === undefined ? undefined : decodeTextFile(before);
  if (!decoded?.ok) return { file: given, notes: [] };
  const notes: string[] = [];
  let file = given;
  if (isUniformlyCrlf(decoded.file) && given.crlf.length === 0 && given.text.includes("\n")) {
    file = { ...file, crlf: lineBreakOffsets(given.text) };
    notes.push("kept CRLF");
  }
  if (decoded.file.byteOrderMark && !given.byteOrderMark) {
    file = { ...file, byteOrderMark: true };
    notes.push("kept UTF-8 BOM");
  }
  return { file, notes };
}

/** How many lines a text has. */
export function countLines(file: TextFile): number {
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

import type { CallPreview, PreviewedCommand, PreviewedFile } from "@toolwright/core";
import { fieldIn, isFields, listIn, numberIn, textIn } from "./fields.ts";
import { fileHunksOf } from "./file-hunks.ts";

/** What a question says that its call would do; undefined where it says nothing. */
export function callPreviewIn(question: unknown): CallPreview | undefined {
  const shows = fieldIn(question, "shows");
  if (!isFields(shows)) return undefined;
  const files = listIn(shows, "files").filter(isFields).map(fileOf);
  const command = commandOf(fieldIn(shows, "command"));
  const host = textIn(shows, "host");
  return {
    ...(files.length > 0 && { files }),
    ...(command !== undefined && { command }),
    ...(host !== undefined && { host }),
  };
}

function fileOf(file: unknown): PreviewedFile {
  const left = numberIn(file, "left") ?? 0;
  return { added: 0, removed: 0, ...fileHunksOf(file), ...(left > 0 && { left }) };
}

function commandOf(command: unknown): PreviewedCommand | undefined {
  const text = textIn(command, "text");
  if (text === undefined) return undefined;
  const marks = listIn(command, "marks").flatMap((mark) => {
    const [from, to] = Array.isArray(mark) ? mark : [];
    return Number.isInteger(from) && Number.isInteger(to) ? [[Number(from), Number(to)] as const] : [];
  });
  return { text, marks };
}

/** A piece of a command; a marked one cannot be taken back. */
export interface CommandPiece {
  /** Where it begins (UTF-16 units). */
  readonly start: number;
  readonly text: string;
  readonly isMarked: boolean;
}

/** A command in pieces, whole, however its marks lie. */
export function commandPieces({ text, marks }: PreviewedCommand): readonly CommandPiece[] {
  const pieces: CommandPiece[] = [];
  let at = 0;
  for (const [from, to] of marks) {
    if (from < at || to <= from) continue;
    pieces.push({ start: at, text: text.slice(at, from), isMarked: false });
    pieces.push({ start: from, text: text.slice(from, to), isMarked: true });
    at = to;
  }
  return [...pieces, { start: at, text: text.slice(at), isMarked: false }].filter((piece) => piece.text !== "");
}

/** How many lines come and go in all of its files: `+72 −172`; empty where it changes none. */
export function countsOf({ files = [] }: CallPreview): string {
  const sum = (name: "added" | "removed") => files.reduce((total, file) => total + file[name], 0);
  return files.length === 0 ? "" : `+${sum("added")} −${sum("removed")}`;
}

/** How many lines of it are not shown. */
export function unshownLines({ files = [] }: CallPreview): number {
  return files.reduce((sum, { left = 0 }) => sum + left, 0);
}

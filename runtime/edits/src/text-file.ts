import { type EditFailure, editFailure } from "./edit-failure.ts";

/** Files above this are not edited as text (bytes). */
export const MAX_TEXT_BYTES = 16 * 1024 * 1024;

/**
 * A text file with every line break seen as `\n`. The offset map is `crlf`: which of those breaks are `\r\n` in the
 * file. A lone `\r` is an ordinary character, and a missing final line break is simply not there.
 */
export interface TextFile {
  /** The text without its byte order mark. */
  readonly text: string;
  /** Offsets into `text` of the line breaks that are `\r\n` on disk, ascending. */
  readonly crlf: readonly number[];
  readonly byteOrderMark: boolean;
}

/** Either a decoded file, or the reason why its bytes are not editable text. */
export type DecodedTextFile = { readonly ok: true; readonly file: TextFile } | EditFailure;

/** Decodes strict UTF-8. Refuses what could not be written back byte for byte: `NOT_UTF8`, `BINARY`, `TOO_LARGE`. */
export function decodeTextFile(bytes: Uint8Array): DecodedTextFile {
  if (bytes.length > MAX_TEXT_BYTES) {
    return editFailure("TOO_LARGE", `The file has ${bytes.length} bytes; at most ${MAX_TEXT_BYTES} can be edited.`);
  }
  if (bytes.includes(0)) {
    return editFailure("BINARY", "The file contains NUL bytes, so it is not text. Use bash for binary files.");
  }
  const byteOrderMark = startsWithByteOrderMark(bytes);
  const decoded = decodeUtf8(byteOrderMark ? bytes.subarray(3) : bytes);
  if (decoded === undefined) {
    return editFailure(
      "NOT_UTF8",
      "The file is not valid UTF-8; editing it would damage it. Convert it with bash first.",
    );
  }
  return { ok: true, file: { ...splitLineBreaks(decoded), byteOrderMark } };
}

/** The bytes of a file, exact for every part that was not edited. */
export function encodeTextFile(file: TextFile): Uint8Array {
  return new TextEncoder().encode(joinedText(file));
}

/** Its text as it is on disk. */
export function joinedText(file: TextFile): string {
  return (file.byteOrderMark ? "\uFEFF" : "") + joinLineBreaks(file);
}

/** The view of a text as if read from a file without a byte order mark. */
export function textFileFrom(text: string): TextFile {
  return { ...splitLineBreaks(text), byteOrderMark: false };
}

/** Every `\r\n` as `\n`. */
export function toLineFeeds(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

/** True when a text has half of a surrogate pair, which UTF-8 cannot hold. */
export function hasLoneSurrogate(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}

function startsWithByteOrderMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    // `ignoreBOM` keeps a second mark as a character: only the first one is the file's.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function splitLineBreaks(source: string): { text: string; crlf: number[] } {
  const crlf: number[] = [];
  for (let at = source.indexOf("\r\n"); at !== -1; at = source.indexOf("\r\n", at + 2)) crlf.push(at - crlf.length);
  return { text: crlf.length === 0 ? source : toLineFeeds(source), crlf };
}

function joinLineBreaks({ text, crlf }: TextFile): string {
  const pieces: string[] = [];
  let from = 0;
  for (const at of crlf) {
    pieces.push(text.slice(from, at), "\r");
    from = at;
  }
  pieces.push(text.slice(from));
  return pieces.join("");
}

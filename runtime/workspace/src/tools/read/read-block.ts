import { basename } from "node:path";
import { type Part, ToolError } from "@toolwright/core";
import type { CurrentFile } from "../../tracking/seen-files.ts";
import { sha256 } from "../../tracking/sha256.ts";
import { FileError } from "../../workspace/file-error.ts";
import type { FileStat, FilesPort } from "../../workspace/files.port.ts";
import type { PathOpening, ResolvedPath } from "../../workspace/resolve-path.ts";
import type { Workspace } from "../../workspace/workspace.port.ts";
import { listDirectory } from "../ls/list-directory.ts";
import { withinReach } from "./count-lines.ts";
import { imageSize, imageType } from "./image-size.ts";
import { BINARY_SAMPLE_BYTES, isBinary } from "./is-binary.ts";
import { missingPath } from "./missing-path.ts";
import { isPdf, PDF_BYTES, shownPdf } from "./read-pdf.ts";
import { scanLarge } from "./scan-large.ts";
import { type PartScan, scanText, type TextScan, type WantedLines } from "./scan-text.ts";

/** What one of the paths came to. */
export type ReadBlock =
  | { readonly kind: "failed"; readonly path: ResolvedPath; readonly error: ToolError }
  | ShownBlock;

/** A path that could be read. */
export interface ShownBlock {
  readonly kind: "shown";
  readonly path: ResolvedPath;
  readonly body: string;
  /** An image or a document, for models that take it. */
  readonly file?: Part;
  /** Of a text file. */
  readonly scan?: TextScan | PartScan;
  /** The text file as it was read; not of a large one, which is never in memory whole. */
  readonly snapshot?: CurrentFile;
  /** Of that text file. */
  readonly sha256?: string;
}

/** Larger files are read in pieces, and not whole for some of their lines. In bytes. */
const MAX_SNAPSHOT_BYTES = 8 * 1024 * 1024;

const LISTED = { depth: 1, limit: 500 };

/** Reads one path as what it is: text, an image, a PDF, another binary file, a directory. */
export async function readBlock(opening: PathOpening, path: ResolvedPath, wanted: WantedLines): Promise<ReadBlock> {
  const { workspace } = opening;
  try {
    const stat = await workspace.files.stat(path.real);
    if (stat === undefined) return { kind: "failed", path, error: await missingPath(opening, path) };
    if (stat.kind === "directory") {
      return { kind: "shown", path, body: await listDirectory(workspace.files, path.real, LISTED) };
    }
    return await readFile(workspace, path, { stat, wanted });
  } catch (error) {
    return { kind: "failed", path, error: cannotBeRead(path, error) };
  }
}

interface FileToRead {
  readonly stat: FileStat;
  readonly wanted: WantedLines;
}

async function readFile(workspace: Workspace, path: ResolvedPath, { stat, wanted }: FileToRead): Promise<ReadBlock> {
  const { files } = workspace;
  const start = await files.read(path.real, { offset: 0, length: BINARY_SAMPLE_BYTES });
  const mediaType = imageType(start);
  if (mediaType !== undefined) return { kind: "shown", path, ...(await readImage(files, path.real, mediaType)) };
  if (isPdf(start)) {
    const bytes = await files.read(path.real, { offset: 0, length: PDF_BYTES });
    return { kind: "shown", path, ...shownPdf(bytes, { name: basename(path.shown), size: stat.size }) };
  }
  if (isBinary(start)) return { kind: "shown", path, body: "[Binary file - content not displayed]" };
  if (stat.size > MAX_SNAPSHOT_BYTES) {
    const scan = await scanLarge(files, { path: path.real, size: stat.size }, wanted);
    return { kind: "shown", path, body: textBody(scan, stat.size), scan };
  }
  const bytes = await files.read(path.real);
  const scan = await scanText([bytes], await withinReach(wanted, () => [bytes]));
  const snapshot = { bytes, stat };
  return { kind: "shown", path, body: textBody(scan, stat.size), scan, snapshot, sha256: sha256(bytes) };
}

function textBody(scan: TextScan | PartScan, size: number): string {
  return [...scan.shown, ...textNotes(scan, size)].join("\n");
}

/** What a provider refuses is not shown: it would fail every later request too. */
const MAX_BYTES = 4_500_000;
const MAX_SIDE = 2_000;

/** An image for the model, or a line that says why it is not shown. */
async function readImage(
  files: FilesPort,
  path: string,
  mediaType: string,
): Promise<{ readonly body: string; readonly file?: Part }> {
  const bytes = await files.read(path, { offset: 0, length: MAX_BYTES + 1 });
  if (bytes.length > MAX_BYTES) {
    const { size } = (await files.stat(path)) ?? { size: bytes.length };
    return { body: `[${mediaType}, ${size} bytes: larger than ${MAX_BYTES}, not shown]` };
  }
  const what = `${mediaType}, ${bytes.length} bytes`;
  const size = imageSize(mediaType, bytes);
  if (size === undefined) return { body: `[${what}: damaged or cut short, not shown]` };
  if (Math.max(size.width, size.height) > MAX_SIDE) {
    const sides = `${size.width} × ${size.height} pixels`;
    return { body: `[${what}: ${sides} are more than ${MAX_SIDE} a side, not shown; read a smaller copy]` };
  }
  return { body: `[${what}]`, file: { type: "image", mediaType, data: Buffer.from(bytes).toString("base64") } };
}

/**
 * What is said below the lines of a text file: the range, and what is peculiar about the file. `size`: of the file, in
 * bytes; it stands for the number of its lines where that is not known.
 */
export function textNotes(scan: TextScan | PartScan, size: number): readonly string[] {
  return [...range(scan, size), ...peculiarities(scan)];
}

function range({ shown, totalLines, firstLine: first }: TextScan | PartScan, size: number): readonly string[] {
  if (totalLines === 0) return [];
  const last = first + shown.length - 1;
  if (totalLines === undefined) {
    const next = last === -1 ? "" : `; next: offset=${last + 1}`;
    return [`[lines ${first}${first < 0 ? " to " : "-"}${last} of ${Math.round(size / 1_000_000)} MB${next}]`];
  }
  if (first > totalLines) return [`[offset ${first} is past the end: ${totalLines} lines]`];
  if (last < totalLines) return [`[lines ${first}-${last} of ${totalLines}; next: offset=${last + 1}]`];
  return first === 1 ? [] : [`[lines ${first}-${last} of ${totalLines}]`];
}

function peculiarities(scan: TextScan | PartScan): readonly string[] {
  const { totalLines, lineFeeds, endsInLineFeed, crlfLines, byteOrderMark, validUtf8 } = scan;
  const notes: readonly (readonly [boolean, string])[] = [
    [totalLines === 0, "[empty file]"],
    [totalLines !== 0 && !endsInLineFeed, "[no newline at end of file]"],
    [crlfLines > 0 && crlfLines === lineFeeds, "[CRLF]"],
    [crlfLines > 0 && crlfLines < lineFeeds, "[mixed line endings]"],
    [byteOrderMark, "[UTF-8 BOM]"],
    [!validUtf8, "[not UTF-8: what could not be decoded is shown as \uFFFD]"],
  ];
  return notes.flatMap(([holds, note]) => (holds ? [note] : []));
}

/** Why a path that exists was not read. */
function cannotBeRead(path: ResolvedPath, error: unknown): ToolError {
  if (ToolError.isInstance(error)) return error;
  if (!(error instanceof FileError)) throw error;
  if (error.reason === "NOT_REGULAR") {
    return new ToolError(`${path.shown} is a FIFO, a socket or a device and is not read.`, {
      code: "user_error",
      reason: "IO",
    });
  }
  const reason = error.reason === "NOT_FOUND" ? "NOT_FOUND" : "IO";
  return new ToolError(`${path.shown} ${error.message}.`, { code: "user_error", reason, cause: error });
}

/** More was asked for than may be read at once. Both in tokens, at four characters each. */
export function tooMuch(asked: number, allowed: number): ToolError {
  return new ToolError(`This would be about ${asked} tokens; at most ${allowed} are read at once.`, {
    code: "user_error",
    reason: "TOO_LARGE",
    suggestion: "Give limit and offset, or fewer files.",
  });
}

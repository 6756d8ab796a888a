import type { FilesPort } from "../../workspace/files.port.ts";
import { withinReach } from "./count-lines.ts";
import { type PartScan, scanPart, scanText, type TextScan, type WantedLines } from "./scan-text.ts";
import { startOfLast } from "./start-of-last.ts";

/** A file that is too large to hold. */
export interface LargeFile {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

/**
 * Reads no more of a file than the lines that are wanted and those before them, and of its last lines nothing before
 * them: those are numbered from the end, as offsets are.
 */
export async function scanLarge(files: FilesPort, file: LargeFile, wanted: WantedLines): Promise<TextScan | PartScan> {
  const content = () => files.stream(file.path);
  const reached = await withinReach(wanted, content);
  if (reached.offset >= 0) return scanPart(content(), reached);
  const start = await startOfLast(files, { ...file, count: -wanted.offset });
  // The last lines are too long to be looked for backwards, or they are all that the file has.
  if (start === undefined || start === 0) return scanText(content(), wanted);
  const bytes = await files.read(file.path, { offset: start, length: file.size - start });
  return scanLast(bytes, wanted);
}

async function scanLast(bytes: Uint8Array, wanted: WantedLines): Promise<PartScan> {
  const scan = await scanText([bytes], { ...wanted, offset: 1, numberedFrom: wanted.offset });
  return { ...scan, totalLines: undefined, firstLine: wanted.offset, byteOrderMark: false };
}

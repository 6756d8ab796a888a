import { join } from "node:path";
import type { Workspace } from "../workspace/workspace.port.ts";

/** What a search left out, whatever it was for. */
export interface LeftOut {
  readonly unreadable: number;
  /** Files that may not be shown. Left out by a search of contents: that such a file would match says what is in it. */
  readonly withheld?: number;
  /** Binary files that match too. */
  readonly binary: readonly string[];
  readonly timedOut: boolean;
  /** Seconds. */
  readonly limit: number;
}

/** One line for each thing that was left out. */
export function searchNotes({ unreadable, withheld = 0, binary, timedOut, limit }: LeftOut): readonly string[] {
  const notes: string[] = [];
  if (binary.length > 0) notes.push(`[${files(binary.length, "binary ")} also matches: ${some(binary)}]`);
  if (withheld > 0) notes.push(`[${files(withheld)} not shown: permission rules]`);
  if (unreadable > 0) notes.push(`[${unreadable} ${unreadable === 1 ? "path" : "paths"} could not be read]`);
  if (timedOut) notes.push(`[stopped after ${limit} s; narrow with path or glob]`);
  return notes;
}

function files(count: number, kind = ""): string {
  return `${count} ${kind}${count === 1 ? "file" : "files"}`;
}

function some(paths: readonly string[]): string {
  return paths.length > 3 ? `${paths.slice(0, 3).join(", ")}, …` : paths.join(", ");
}

/** 50 KiB, less what notes and footers need. In bytes. */
const MAX_BYTES = 50 * 1024 - 1024;

/** As many lines, from the `first` on (from 1), as the limit and the room allow; at least one where there is one. */
export function pageOf(lines: readonly string[], page: { readonly first: number; readonly limit: number }): string[] {
  const shown: string[] = [];
  let bytes = 0;
  for (const line of lines.slice(page.first - 1, page.first - 1 + page.limit)) {
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > MAX_BYTES && shown.length > 0) break;
    shown.push(line);
  }
  return shown;
}

/** So many are looked at together. */
const TOGETHER = 64;

/** Paths relative to the root, the last changed first; those changed at the same time in their order. */
export async function newestFirst({ root, files }: Workspace, paths: readonly string[]): Promise<readonly string[]> {
  const dated: { path: string; time: bigint }[] = [];
  for (let at = 0; at < paths.length; at += TOGETHER) {
    const some = paths.slice(at, at + TOGETHER);
    const stats = await Promise.all(some.map((path) => files.stat(join(root, path)).catch(() => undefined)));
    for (const [index, path] of some.entries()) dated.push({ path, time: stats[index]?.mtimeNs ?? 0n });
  }
  return dated.sort((one, other) => Number(other.time - one.time)).map(({ path }) => path);
}

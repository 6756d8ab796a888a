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

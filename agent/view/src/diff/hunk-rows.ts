import type { Hunk } from "../wire/file-hunks.ts";
import type { DiffLine } from "./diff-line.ts";

/** A line of a diff and where it stands. Line numbers begin with 1 and are left out where they are not known. */
export interface DiffRow extends DiffLine {
  readonly oldLine?: number;
  readonly newLine?: number;
}

/**
 * The lines of a hunk: what was removed stands in the file as it was, what was added in the file as it is, a remark in
 * none.
 */
export function hunkRows(hunk: Hunk): readonly DiffRow[] {
  let { oldStart, newStart } = hunk;
  return hunk.text.split("\n").flatMap((line): readonly DiffRow[] => {
    const text = line.slice(1);
    switch (line[0]) {
      case "+":
        return [{ kind: "added", text, newLine: newStart++ }];
      case "-":
        return [{ kind: "removed", text, oldLine: oldStart++ }];
      case " ":
        return [{ kind: "context", text, oldLine: oldStart++, newLine: newStart++ }];
      case "\\":
        return [{ kind: "note", text: line }];
      default:
        return [];
    }
  });
}

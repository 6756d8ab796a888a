import type { DiffRow } from "@toolwright/view/internal/diff";

/** What changes in one file. */
export interface FileDiff {
  readonly path: string;
  /** What happens to the file itself, in a word; empty when it is only changed. */
  readonly what: string;
  readonly rows: readonly DiffRow[];
  /** Of the whole change, where it is known: the rows may be a part of it. */
  readonly counts?: { readonly added: number; readonly removed: number };
}

/** How many lines come and go, as a short fact: `+3 −1`. None where it is not known that any does. */
export function countedRows(files: readonly FileDiff[]): readonly string[] {
  const count = (kind: "added" | "removed") =>
    files.reduce(
      (sum, { rows, counts }) => sum + (counts?.[kind] ?? rows.filter((row) => row.kind === kind).length),
      0,
    );
  const [added, removed] = [count("added"), count("removed")];
  return added + removed === 0 ? [] : [`+${added} −${removed}`];
}

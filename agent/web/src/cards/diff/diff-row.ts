import type { DiffRow } from "@toolwright/view/internal/diff";

/** What changes in one file. */
export interface FileDiff {
  readonly path: string;
  /** What happens to the file itself, in a word; empty when it is only changed. */
  readonly what: string;
  readonly rows: readonly DiffRow[];
}

/** How many lines come and go, as a short fact: `+3 −1`. None where it is not known that any does. */
export function countedRows(files: readonly FileDiff[]): readonly string[] {
  const rows = files.flatMap((file) => file.rows);
  const count = (kind: DiffRow["kind"]) => rows.filter((row) => row.kind === kind).length;
  const [added, removed] = [count("added"), count("removed")];
  return added + removed === 0 ? [] : [`+${added} −${removed}`];
}

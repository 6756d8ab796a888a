import type { DiffRow } from "@toolwright/view/internal/diff";

/** A row of one of two columns; `undefined` where the other column alone has a line. */
export type SplitRow = DiffRow | undefined;

/** A diff in two columns of the same length: the file as it was, and as it is. */
export interface SplitRows {
  readonly before: readonly SplitRow[];
  readonly after: readonly SplitRow[];
}

/** Puts lines that were removed beside those that came in their place. */
export function splitRows(rows: readonly DiffRow[]): SplitRows {
  const [before, after]: [SplitRow[], SplitRow[]] = [[], []];
  const level = () => {
    while (before.length < after.length) before.push(undefined);
    while (after.length < before.length) after.push(undefined);
  };
  let previous: DiffRow["kind"] = "context";
  for (const row of rows) {
    // What is removed after something was added is another place.
    if (row.kind === "removed" && previous === "added") level();
    if (row.kind === "removed") before.push(row);
    else if (row.kind === "added") after.push(row);
    else {
      level();
      before.push(row);
      after.push(row);
    }
    previous = row.kind;
  }
  level();
  return { before, after };
}

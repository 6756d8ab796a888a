import type { FileHunks, Hunk } from "@toolwright/view";
import type { DiffRow, FileDiff } from "./diff-row.ts";

/** What a call did to a file, as rows; lines that are not shown between hunks leave a gap. */
export function hunkRows({ path, change, from = "", hunks }: FileHunks): FileDiff {
  const what = { created: "new", modified: "", removed: "removed", moved: `was ${from}` }[change];
  return { path, what, rows: hunks.flatMap((hunk, place) => [...gapBefore(hunk, place), ...rowsOf(hunk)]) };
}

function gapBefore({ oldStart, newStart }: Hunk, place: number): readonly DiffRow[] {
  return place > 0 || newStart > 1 || oldStart > 1 ? [{ kind: "gap", text: "" }] : [];
}

function rowsOf(hunk: Hunk): readonly DiffRow[] {
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
      default:
        return [];
    }
  });
}

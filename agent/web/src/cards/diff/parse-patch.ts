import type { DiffRow } from "@toolwright/view/internal/diff";
import { cardsTexts } from "../../words/cards.ts";
import type { FileDiff } from "./diff-row.ts";

const HEADS = [
  { head: "*** Add File: ", what: "isNew" },
  { head: "*** Update File: ", what: undefined },
  { head: "*** Delete File: ", what: "isRemoved" },
] as const;
const MOVE = "*** Move to: ";

/**
 * The files of a patch between `*** Begin Patch` and `*** End Patch`, or of a unified diff, as far as it has arrived;
 * without line numbers.
 */
export function parsePatch(patch: string): readonly FileDiff[] {
  const files: { path: string; what: string; rows: DiffRow[] }[] = [];
  const lines = patch.split("\n");
  for (const [at, line] of lines.entries()) {
    const file = files.at(-1);
    const known = HEADS.find(({ head }) => line.startsWith(head));
    if (known !== undefined)
      files.push({
        path: line.slice(known.head.length).trim(),
        what: known.what === undefined ? "" : cardsTexts[known.what],
        rows: [],
      });
    else if (line.startsWith(MOVE) && file !== undefined)
      file.what = cardsTexts.movesTo(line.slice(MOVE.length).trim());
    else if (namesFile(lines, at)) files.push({ path: line.replace(/^--- (?:a\/)?/, ""), what: "", rows: [] });
    else if (!namesFile(lines, at - 1) && !line.startsWith("*** ")) file?.rows.push(...rowsOf(line));
  }
  return files;
}

/** Of a unified diff: `--- a/path`, `+++ b/path`, and a hunk below. */
function namesFile(lines: readonly string[], at: number): boolean {
  const starts = ["--- ", "+++ ", "@@"];
  return starts.every((start, index) => lines[at + index]?.startsWith(start));
}

function rowsOf(line: string): readonly DiffRow[] {
  if (line.startsWith("@@")) return [{ kind: "gap", text: line.slice(2).trim() }];
  const text = line.slice(1);
  if (line.startsWith("+")) return [{ kind: "added", text }];
  if (line.startsWith("-")) return [{ kind: "removed", text }];
  return line === "" ? [] : [{ kind: "context", text }];
}

import type { PlannedTurn } from "@toolwright/workspace";
import type { PlannedFile } from "@toolwright/workspace/internal";
import { printable, printableLine } from "../text/printable.ts";

/** What an undo would change, turn by turn, as a unified diff from what is there now. */
export function plannedLines(planned: readonly PlannedTurn[]): readonly string[] {
  if (planned.length === 0) return ["Nothing to undo."];
  return planned.flatMap(({ turn, files, conflicts, unkept }) => {
    const ran = unkept.map((command) => `Turn ${turn} ran ${printableLine(command)}, whose changes were not kept.`);
    if (conflicts.length === 0) return [`Turn ${turn}:`, ...files.flatMap(fileLines), ...ran];
    const reasons = conflicts.map(({ path, reason }) => `${printableLine(path)} ${reason}`);
    return [`Turn ${turn} would be left as it is: ${reasons.join("; ")}.`, ...ran];
  });
}

const BECOMES = { created: "restored", modified: "restored", removed: "removed" } as const;

function fileLines({ path, change, diff }: PlannedFile): readonly string[] {
  const line = `${printableLine(path)} ${BECOMES[change]}`;
  return diff === undefined || diff === "" ? [line] : [line, printable(diff.trimEnd())];
}

/** A name may hold line feeds. */

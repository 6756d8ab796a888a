import type { ReversalAnswer } from "@toolwright/view";
import type { ChangedTurn } from "@toolwright/view/internal";
import { changesTexts } from "../words/changes.ts";

/** What the server answers to an undo or a redo. */
export type Reversed = ReversalAnswer;

/** What came of the last undo or redo of a run. */
export interface UndoOutcome {
  readonly kind: "undo" | "redo";
  readonly lines: readonly string[];
  /** What may be done although something stands against it; undefined when nothing does. */
  readonly force: string | undefined;
  readonly isProblem: boolean;
  /** The conversation was to go back as well. */
  readonly goesBack: boolean;
}

/** `Changed 2 files`, and whether that was taken back. */
export function changedText({ files, more = 0, isUndone }: ChangedTurn): string {
  const count = files.length + more;
  return isUndone ? changesTexts.changedUndone(count) : changesTexts.changed(count);
}

/** One line for each file. */
export function fileLines({ files, more = 0 }: ChangedTurn): readonly string[] {
  const lines = files.map(({ path, change, from }) =>
    from === undefined
      ? changesTexts.ofFile(changesTexts.changes[change], path)
      : changesTexts.movedTo(changesTexts.changes[change], from, path),
  );
  return more === 0 ? lines : [...lines, changesTexts.more(more)];
}

/** An answer of the server in words. `goesBack`: the conversation was to go back as well. */
export function outcomeOf(kind: UndoOutcome["kind"], reversed: Reversed, goesBack = false): UndoOutcome {
  const { lines, done, conflicts, fork, notForked } = reversed;
  const isProblem = fork === undefined && (!done || goesBack);
  const said = notForked === undefined ? lines : [...lines, notForked];
  if (conflicts.length === 0 || !isProblem) return { kind, lines: said, force: undefined, isProblem, goesBack };
  const isUndo = kind === "undo";
  const named = lines.some((line) => conflicts.some((path) => line.includes(path)));
  const all = named ? said : [...said, ...conflicts.map((path) => changesTexts.changedSinceThen(path))];
  return {
    kind,
    lines: [...all, isUndo ? changesTexts.undoOverwrites : changesTexts.redoOverwrites],
    force: isUndo ? changesTexts.undoAnyway : changesTexts.redoAnyway,
    isProblem,
    goesBack,
  };
}

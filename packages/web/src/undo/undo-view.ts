import type { ChangedTurn } from "@toolwright/view";

/** What the server answers to an undo or a redo. */
export interface Reversed {
  readonly lines: readonly string[];
  readonly done: boolean;
  readonly conflicts: readonly string[];
}

/** What came of the last undo or redo of a run. */
export interface UndoOutcome {
  readonly kind: "undo" | "redo";
  readonly lines: readonly string[];
  /** What may be done although something stands against it; undefined when nothing does. */
  readonly force: string | undefined;
  readonly isProblem: boolean;
}

/** `Changed 2 files`, and whether that was taken back. */
export function changedText({ files, more = 0, isUndone }: ChangedTurn): string {
  const count = files.length + more;
  return `Changed ${count} ${count === 1 ? "file" : "files"}${isUndone ? ", undone" : ""}`;
}

/** One line for each file. */
export function fileLines({ files, more = 0 }: ChangedTurn): readonly string[] {
  const lines = files.map(({ path, change, from }) =>
    from === undefined ? `${change} ${path}` : `${change} ${from} to ${path}`,
  );
  return more === 0 ? lines : [...lines, `and ${more} more`];
}

/** An answer of the server in words. */
export function outcomeOf(kind: UndoOutcome["kind"], { lines, done, conflicts }: Reversed): UndoOutcome {
  const isProblem = !done;
  if (conflicts.length === 0 || done) return { kind, lines, force: undefined, isProblem };
  const what = kind === "undo" ? "Undo" : "Redo";
  const named = lines.some((line) => conflicts.some((path) => line.includes(path)));
  const all = named ? lines : [...lines, ...conflicts.map((path) => `Changed since then: ${path}`)];
  return {
    kind,
    lines: [...all, `${what} anyway overwrites what was changed since.`],
    force: `${what} anyway`,
    isProblem,
  };
}

import { relative } from "node:path";
import { unifiedDiff } from "@toolwright/edits";
import type { FileChange, StandingContent } from "../transaction/file-change.ts";
import { isBytes, isLarge } from "../transaction/file-content.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import { checkSelection, type UndoSelection, undoable, unkeptOf } from "./choose-turns.ts";
import { loadHistory } from "./history.ts";
import type { RestoreConflict } from "./plan-restore.ts";
import { type RegisteredSecrets, registeredSecrets } from "./registered-secrets.ts";
import { restoringChanges } from "./restore.ts";
import { checkUndoOptions, type UndoOptions } from "./undo-changes.ts";

/** One file as an undo would leave it. */
export interface PlannedFile {
  /** Relative to the workspace root. */
  readonly path: string;
  readonly change: "created" | "modified" | "removed";
  /** From what is there now, secrets masked; left out for what is no text. */
  readonly diff?: string;
}

/** One turn as it would be undone: its files, or why it would be left as it is. */
export interface PlannedTurn {
  readonly turn: number;
  readonly files: readonly PlannedFile[];
  readonly conflicts: readonly RestoreConflict[];
  /** Commands whose changes were not kept. */
  readonly unkept: readonly string[];
}

/** What {@link undoChanges} would change now, newest turn first; nothing is touched. */
export async function plannedUndo(
  workspace: Workspace,
  selection: UndoSelection,
  options: UndoOptions = {},
): Promise<readonly PlannedTurn[]> {
  checkUndoOptions(options, "plannedUndo");
  checkSelection(selection, "plannedUndo");
  const { force = false, now = () => new Date() } = options;
  const secrets = registeredSecrets(options.secrets);
  const planned: PlannedTurn[] = [];
  for (const group of undoable(await loadHistory(workspace), selection, options).groups) {
    const newestFirst = group.filter(({ kind }) => kind === "change");
    const changes = await restoringChanges(workspace, { kind: "undo", newestFirst, force, secrets, now: now() });
    const turn = group[0]?.turn ?? 0;
    const unkept = unkeptOf(group);
    if ("ok" in changes) planned.push({ turn, files: [], conflicts: changes.conflicts, unkept });
    else
      planned.push({
        turn,
        files: changes.map((change) => plannedFile(workspace, change, secrets)),
        conflicts: [],
        unkept,
      });
  }
  return planned;
}

function plannedFile(
  { root }: Workspace,
  { path, before, after }: FileChange,
  { scrubber }: RegisteredSecrets,
): PlannedFile {
  const shown = relative(root, path);
  const [old, next] = [textOf(before), textOf(after)];
  const change = before === undefined ? "created" : after === undefined ? "removed" : "modified";
  if (old === undefined || next === undefined) return { path: shown, change };
  return { path: shown, change, diff: scrubber.text(unifiedDiff({ path: shown, before: old, after: next })) };
}

/** Undefined for what is no text. A link is what it points to. */
function textOf(content: StandingContent | undefined): string | undefined {
  if (content === undefined) return "";
  if (isLarge(content)) return undefined;
  if (!isBytes(content)) return `-> ${content.target}\n`;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(content);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

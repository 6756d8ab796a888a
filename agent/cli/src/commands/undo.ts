import type { ReversedTurn, UndoOptions, UndoSelection, Workspace } from "@toolwright/workspace";
import { EXIT } from "../exit-code.ts";
import type { RedoFlags, UndoFlags } from "../flags.ts";
import { openWorkspace } from "../setup/open-workspace.ts";
import { printLines } from "../text/print-lines.ts";
import { printable } from "../text/printable.ts";
import { UsageError } from "../usage-error.ts";
import { reversedLines, turnLines } from "../view/undo-view.ts";

/** `toolwright undo`: takes back the last turns, one turn or one call, or lists them. Resolves to the exit code. */
export async function undo(turns: number | undefined, flags: UndoFlags): Promise<number> {
  const selection = selectionOf(turns, flags);
  const workspace = await openWorkspace(flags.workspace);
  const { listTurns, undoChanges } = await import("@toolwright/workspace");
  if (flags.list) {
    const listed = await listTurns(workspace);
    printLines(flags.json ? [JSON.stringify(listed)] : turnLines(listed));
    return EXIT.ok;
  }
  if (flags.show) return show(workspace, selection, flags);
  const reversed = await undoChanges(workspace, selection, await optionsOf(workspace, flags));
  if (flags.messages) return sayBack(workspace, flags, reversed);
  if (reversed.length > 0 || flags.json || "last" in selection) return say({ ...flags, kind: "undo" }, reversed);
  printLines([`${nothingOf(selection)} \`toolwright undo --list\` shows what there is.`]);
  return EXIT.failed;
}

/** The exit code is that of the undo it shows. */
async function show(workspace: Workspace, selection: UndoSelection, flags: UndoFlags): Promise<number> {
  const { plannedUndo } = await import("@toolwright/workspace");
  const planned = await plannedUndo(workspace, selection, await optionsOf(workspace, flags));
  const { plannedLines } = await import("../view/planned-undo-view.ts");
  printLines(flags.json ? [JSON.stringify(planned)] : plannedLines(planned));
  return planned.length > 0 && planned.every(({ files }) => files.length > 0) ? EXIT.ok : EXIT.failed;
}

/** The files are back; now the conversations. */
async function sayBack(workspace: Workspace, flags: UndoFlags, reversed: readonly ReversedTurn[]): Promise<number> {
  const exitCode = say({ ...flags, kind: "undo" }, reversed);
  const { undoMessages } = await import("./undo-messages.ts");
  printLines(await undoMessages(workspace, reversed, flags.store));
  return exitCode;
}

function nothingOf(selection: UndoSelection): string {
  const what =
    "call" in selection ? `call ${printable(selection.call)}` : `turn ${"turn" in selection ? selection.turn : ""}`;
  return `Nothing to undo: there is no ${what}, or it is undone already.`;
}

/** `toolwright redo`: takes back the last undos. Resolves to the exit code. */
export async function redo(turns = 1, flags: RedoFlags): Promise<number> {
  const workspace = await openWorkspace(flags.workspace);
  const { redoChanges } = await import("@toolwright/workspace");
  return say({ ...flags, kind: "redo" }, await redoChanges(workspace, turns, await optionsOf(workspace, flags)));
}

/** What runs mask here opens what they have changed. */
async function optionsOf(workspace: Workspace, { force = false }: RedoFlags): Promise<UndoOptions> {
  const { folderSecrets } = await import("@toolwright/workspace/internal");
  return { force, secrets: await folderSecrets(workspace, process.env) };
}

function selectionOf(turns: number | undefined, flags: UndoFlags): UndoSelection {
  const { list, call, turn, messages, show, json } = flags;
  const given = [turns, list, call, turn].filter((value) => value !== undefined);
  if (given.length > 1) throw new UsageError("Give a number of turns, --turn, --call or --list, only one of them.");
  if (messages && [list, call, turn, show, json].some((value) => value !== undefined)) {
    throw new UsageError("--messages goes with a number of turns alone: what came after them goes back, too.");
  }
  if (flags.store !== undefined && !messages) throw new UsageError("--store goes with --messages.");
  if (call !== undefined) return { call };
  return turn === undefined ? { last: turns ?? 1 } : { turn };
}

interface Said extends RedoFlags {
  readonly kind: "undo" | "redo";
}

/** The exit code is 1 when nothing was done, or something was left alone. */
function say({ kind, json, workspace }: Said, reversed: readonly ReversedTurn[]): number {
  printLines(json ? [JSON.stringify(reversed)] : reversedLines({ kind, root: workspace }, reversed));
  return reversed.length > 0 && reversed.every(({ outcome }) => outcome.ok) ? EXIT.ok : EXIT.failed;
}

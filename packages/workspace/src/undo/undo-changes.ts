import type { Conversation } from "@toolwright/core";
import type { Workspace } from "../workspace/workspace.port.ts";
import { type History, loadHistory, type PastChange } from "./history.ts";
import type { RestoreOutcome } from "./restoration.ts";
import { restore } from "./restore.ts";

/** What is undone. */
export type UndoSelection =
  /** The last turns that are in effect. */
  | { readonly last: number }
  | { readonly turn: number }
  /** One call of a turn, by its id; the newest one where several conversations have it. */
  | { readonly call: string }
  /** Everything after an entry. */
  | { readonly to: number };

/** How an undo or redo is made. */
export interface UndoOptions {
  /** Only what this conversation changed. Default: everything in the workspace. */
  readonly conversation?: Conversation;
  /** Also files that were changed since. Default false. */
  readonly force?: boolean;
  /** Default: this machine's clock. */
  readonly now?: () => Date;
}

/** What became of one turn, or of the chosen calls of it: undone whole, or not at all. */
export interface ReversedTurn {
  readonly turn: number;
  readonly conversation: Conversation;
  readonly outcome: RestoreOutcome;
}

/** Undoes turns, newest first. One that cannot be undone is left alone whole, and said; the others are undone still. */
export async function undoChanges(
  workspace: Workspace,
  selection: UndoSelection,
  options: UndoOptions = {},
): Promise<readonly ReversedTurn[]> {
  const history = await loadHistory(workspace);
  const chosen = groupByTurn(selected(inEffect(history, options.conversation), selection));
  const groups = "last" in selection ? chosen.slice(0, selection.last) : chosen;
  return reverseEach(workspace, { kind: "undo", groups, options });
}

/** Which undos are taken back: the last ones, or those of one turn. */
export type RedoSelection = number | { readonly turn: number };

/** Takes back undos, newest first. */
export async function redoChanges(
  workspace: Workspace,
  selection: RedoSelection,
  options: UndoOptions = {},
): Promise<readonly ReversedTurn[]> {
  const { entries, reversed } = await loadHistory(workspace);
  const undos = entries.filter(({ kind, seq }) => kind === "undo" && !reversed.has(seq));
  const own = undos.filter((entry) => isOf(options.conversation, entry));
  const newestFirst = own.toReversed();
  const chosen =
    typeof selection === "number"
      ? newestFirst.slice(0, selection)
      : newestFirst.filter(({ turn }) => turn === selection.turn);
  const groups = chosen.map((undo) => [undo]);
  return reverseEach(workspace, { kind: "redo", groups, options });
}

interface Reversal {
  readonly kind: "undo" | "redo";
  readonly groups: readonly (readonly PastChange[])[];
  readonly options: UndoOptions;
}

async function reverseEach(workspace: Workspace, { kind, groups, options }: Reversal): Promise<ReversedTurn[]> {
  const { force = false, now = () => new Date() } = options;
  const done: ReversedTurn[] = [];
  for (const newestFirst of groups) {
    const [newest] = newestFirst;
    if (newest === undefined) continue;
    const outcome = await restore(workspace, { kind, newestFirst, force, now: now() });
    done.push({ turn: newest.turn, conversation: newest.conversation, outcome });
  }
  return done;
}

/** Newest first. */
function inEffect({ entries, reversed }: History, conversation: Conversation | undefined): readonly PastChange[] {
  const own = entries.filter((entry) => entry.kind === "change" && isOf(conversation, entry));
  return own.filter(({ seq }) => !reversed.has(seq)).toReversed();
}

function selected(newestFirst: readonly PastChange[], selection: UndoSelection): readonly PastChange[] {
  if ("turn" in selection) return newestFirst.filter(({ turn }) => turn === selection.turn);
  if ("to" in selection) return newestFirst.filter(({ seq }) => seq > selection.to);
  if ("last" in selection) return newestFirst;
  const [newest] = newestFirst.filter(({ call }) => call === selection.call);
  return newestFirst.filter(({ call, turn }) => call === newest?.call && turn === newest.turn);
}

function groupByTurn(newestFirst: readonly PastChange[]): (readonly PastChange[])[] {
  const groups = new Map<number, PastChange[]>();
  for (const entry of newestFirst) groups.set(entry.turn, [...(groups.get(entry.turn) ?? []), entry]);
  return [...groups.values()];
}

function isOf(wanted: Conversation | undefined, { conversation }: PastChange): boolean {
  if (wanted === undefined) return true;
  return wanted.channel === conversation.channel && wanted.chatId === conversation.chatId;
}

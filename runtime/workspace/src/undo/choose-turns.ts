import type { Conversation } from "@toolwright/core";
import { anything, aText, checkOptions, isSameConversation, shownValue } from "@toolwright/core/internal";
import type { History, PastChange } from "./history.ts";

/** What is undone. */
export type UndoSelection =
  /** The last turns that are in effect. */
  | { readonly last: number }
  | { readonly turn: number }
  /** One call of a turn, by its id, with the calls in it; the newest one where several conversations have it. */
  | { readonly call: string }
  /** Everything after an entry. */
  | { readonly to: number };

/** Which undos are taken back: the last ones, or those of one turn. */
export type RedoSelection = number | { readonly last: number } | { readonly turn: number };

/** Whose turns, and how. */
interface Choosing {
  readonly conversation?: Conversation;
  readonly force?: boolean;
}

/** Entries of one turn, newest first. */
export type Group = readonly PastChange[];

/** What is reversed, turn by turn. */
export interface Choice {
  readonly groups: readonly Group[];
  /** By turn: the one before it. */
  readonly before: ReadonlyMap<number, number>;
}

/** What an undo is about. Forced, a turn of which nothing was kept is passed over. */
export function undoable(
  history: History,
  selection: UndoSelection,
  { conversation, force = false }: Choosing,
): Choice {
  const groups = groupByTurn(inEffect(history, conversation));
  const kept = groups.filter((group) => group.some(({ kind }) => kind === "change"));
  const before = new Map(
    groups.flatMap(([newest]) => {
      const older = kept.find(
        ([other]) => newest !== undefined && other !== undefined && other.turn < newest.turn,
      )?.[0];
      return newest === undefined || older === undefined ? [] : [[newest.turn, older.turn] as const];
    }),
  );
  if ("last" in selection) return { groups: (force ? kept : groups).slice(0, selection.last), before };
  return { groups: groupByTurn(selected(groups.flat(), selection)), before };
}

/** What a redo is about. */
export function redoable(
  { entries, reversed }: History,
  selection: Exclude<RedoSelection, number>,
  { conversation }: Choosing,
): Choice {
  const undos = entries.filter(({ kind, seq }) => kind === "undo" && !reversed.has(seq));
  const newestFirst = undos.filter((entry) => isOf(conversation, entry)).toReversed();
  const chosen =
    "turn" in selection
      ? newestFirst.filter(({ turn }) => turn === selection.turn)
      : newestFirst.slice(0, selection.last);
  return { groups: chosen.map((undo) => [undo]), before: new Map() };
}

/** Newest first: changes that are not undone, and commands of which nothing is known. */
function inEffect({ entries, reversed }: History, conversation: Conversation | undefined): readonly PastChange[] {
  const undone = new Set(entries.flatMap(({ seq, turn }) => (reversed.has(seq) ? [turn] : [])));
  const counts = ({ kind, seq, turn }: PastChange): boolean =>
    kind === "change" ? !reversed.has(seq) : kind === "unkept" && !undone.has(turn);
  return entries.filter((entry) => isOf(conversation, entry) && counts(entry)).toReversed();
}

/** Throws a `TypeError` for what chooses nothing, or two things; a `RangeError` for a number that cannot be. */
export function checkSelection(selection: UndoSelection, of: string): void {
  checkOptions<Choosable>(selection, {
    of: `What ${of} undoes`,
    rules: { last: anything, turn: anything, call: aText, to: anything },
  });
  const given = Object.keys(selection);
  if (given.length !== 1)
    throw new TypeError(
      `What ${of} undoes is one of { last }, { turn }, { call } and { to }, got { ${given.join(", ")} }.`,
    );
  checkNumbers(selection);
}

/** Throws a `TypeError` for what chooses nothing, or two things; a `RangeError` for a number that cannot be. */
export function checkRedo(selection: Exclude<RedoSelection, number>): void {
  checkOptions<Omit<Choosable, "call" | "to">>(selection, {
    of: "What redoChanges takes back",
    rules: { last: anything, turn: anything },
  });
  const given = Object.keys(selection);
  if (given.length !== 1)
    throw new TypeError(`What redoChanges takes back is one of { last } and { turn }, got { ${given.join(", ")} }.`);
  checkNumbers(selection);
}

interface Choosable {
  readonly last: number;
  readonly turn: number;
  readonly call: string;
  readonly to: number;
}

/**
 * Throws a `RangeError`. Turns are asked for by words of a person, or by a program's sum that went wrong: neither may
 * undo more than was meant.
 */
function checkNumbers(selection: UndoSelection): void {
  for (const [name, value] of Object.entries(selection)) {
    if (name === "call" || (Number.isSafeInteger(value) && Number(value) >= (name === "to" ? 0 : 1))) continue;
    throw new RangeError(
      `${name} must be a whole number of at least ${name === "to" ? 0 : 1}, not ${shownValue(value)}`,
    );
  }
}

function selected(
  newestFirst: readonly PastChange[],
  selection: Exclude<UndoSelection, { last: number }>,
): readonly PastChange[] {
  if ("turn" in selection) return newestFirst.filter(({ turn }) => turn === selection.turn);
  if ("to" in selection) return newestFirst.filter(({ seq }) => seq > selection.to);
  const [newest, ...others] = newestFirst.filter(({ call }) => isPartOf(selection.call, call));
  return newest === undefined ? [] : [newest, ...others.filter(({ turn }) => turn === newest.turn)];
}

/** Whether a call is the one with this id, or was made in it: by a program, an agent or another tool. */
export function isPartOf(id: string, call: string): boolean {
  return call === id || call.startsWith(`${id}/`);
}

function groupByTurn(newestFirst: readonly PastChange[]): (readonly PastChange[])[] {
  const groups = new Map<number, PastChange[]>();
  for (const entry of newestFirst) groups.set(entry.turn, [...(groups.get(entry.turn) ?? []), entry]);
  return [...groups.values()];
}

function isOf(wanted: Conversation | undefined, { conversation }: PastChange): boolean {
  return wanted === undefined || isSameConversation(wanted, conversation);
}

/** Commands of which nothing is known. */
export function unkeptOf(group: Group): readonly string[] {
  return group.flatMap(({ kind, command }) => (kind === "unkept" ? [command ?? "a command"] : []));
}

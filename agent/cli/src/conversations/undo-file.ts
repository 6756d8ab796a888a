import type { Conversation } from "@toolwright/core";
import { isSameConversation } from "@toolwright/core/internal";
import type { ChangedTurn, ReversedTurn, UndoOptions, Workspace } from "@toolwright/workspace";

/**
 * Takes back what the calls of `turns` that are in effect did to the file `path`, relative to the workspace root: one
 * call after the other, newest first, until something stands against it. Gives nothing where nothing is left of it.
 */
export async function undoFile(
  workspace: Workspace,
  { turns, path }: { readonly turns: readonly ChangedTurn[]; readonly path: string },
  options: UndoOptions,
): Promise<readonly ReversedTurn[]> {
  const { undoChanges } = await import("@toolwright/workspace");
  const reversed: ReversedTurn[] = [];
  for (const call of callsOf(turns, path)) {
    const outcomes = await undoChanges(workspace, { call }, options);
    reversed.push(...outcomes);
    if (outcomes.some(({ outcome }) => !outcome.ok)) break;
  }
  return reversed;
}

/**
 * Takes back what these calls of `turns`, and those in them, did and is in effect, newest first, until something stands
 * against it.
 */
export async function undoCalls(
  workspace: Workspace,
  { turns, calls }: { readonly turns: readonly ChangedTurn[]; readonly calls: ReadonlySet<string> },
  options: UndoOptions,
): Promise<readonly ReversedTurn[]> {
  const { undoChanges } = await import("@toolwright/workspace");
  const { isPartOf } = await import("@toolwright/workspace/internal");
  const chosen = turns
    .flatMap((turn) => turn.calls.toReversed())
    .filter(({ call, undone }) => !undone && [...calls].some((id) => isPartOf(id, call)));
  const reversed: ReversedTurn[] = [];
  for (const { call } of chosen) {
    const outcomes = await undoChanges(workspace, { call }, options);
    reversed.push(...outcomes);
    if (outcomes.some(({ outcome }) => !outcome.ok)) break;
  }
  return reversed;
}

/** The turns of a conversation, newest first. */
export async function turnsOf(workspace: Workspace, conversation: Conversation): Promise<readonly ChangedTurn[]> {
  const { listTurns } = await import("@toolwright/workspace");
  const turns = await listTurns(workspace);
  return turns.filter((turn) => isSameConversation(turn.conversation, conversation));
}

/** Whether something that the turn did to the file is in effect. */
export function standsIn(turn: ChangedTurn, path: string): boolean {
  return callsOf([turn], path).length > 0;
}

function callsOf(turns: readonly ChangedTurn[], path: string): readonly string[] {
  const calls = turns.flatMap((turn) => turn.calls.toReversed());
  return calls.filter(({ undone, files }) => !undone && files.includes(path)).map(({ call }) => call);
}

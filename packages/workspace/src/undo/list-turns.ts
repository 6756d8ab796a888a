import { relative } from "node:path";
import type { Conversation } from "@toolwright/core";
import type { Workspace } from "../workspace/workspace.port.ts";
import { loadHistory, type PastChange } from "./history.ts";
import { type TurnFile, turnFiles } from "./turn-files.ts";

/** One call that changed files. */
export interface ChangedCall {
  readonly call: string;
  readonly tool: string;
  /** ISO 8601. */
  readonly time: string;
  /** Relative to the workspace root. */
  readonly files: readonly string[];
  readonly undone: boolean;
}

/** A run that changed files. */
export interface ChangedTurn {
  /** Counts over all conversations of the workspace. */
  readonly turn: number;
  readonly conversation: Conversation;
  readonly runId: string;
  readonly calls: readonly ChangedCall[];
  /** What all of them together did, by path. */
  readonly files: readonly TurnFile[];
}

/** Every turn that can be undone or redone, newest first. */
export async function listTurns(workspace: Workspace): Promise<readonly ChangedTurn[]> {
  const { entries, reversed } = await loadHistory(workspace);
  const turns = new Map<number, PastChange[]>();
  for (const entry of entries) {
    if (entry.kind === "change") turns.set(entry.turn, [...(turns.get(entry.turn) ?? []), entry]);
  }
  return [...turns.values()]
    .flatMap((changes) => turnOf(workspace, changes, reversed))
    .sort((one, other) => other.turn - one.turn);
}

function turnOf(
  workspace: Workspace,
  changes: readonly PastChange[],
  reversed: ReadonlySet<number>,
): ChangedTurn | readonly [] {
  const [first] = changes;
  if (first === undefined) return [];
  const { turn, conversation, runId } = first;
  const calls = changes.map((entry) => callOf(workspace, entry, reversed.has(entry.seq)));
  const files = turnFiles(
    workspace.root,
    changes.flatMap((entry) => entry.files),
  );
  return { turn, conversation, runId, calls, files };
}

function callOf({ root }: Workspace, { call, tool, time, files }: PastChange, undone: boolean): ChangedCall {
  return { call, tool, time, files: files.map(({ path }) => relative(root, path)), undone };
}

import { relative } from "node:path";
import type { Conversation } from "@toolwright/core";
import type { Workspace } from "../workspace/workspace.port.ts";
import { loadHistory, type PastChange } from "./history.ts";

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
  readonly calls: readonly ChangedCall[];
}

/** Every turn that can be undone or redone, newest first. */
export async function listTurns(workspace: Workspace): Promise<readonly ChangedTurn[]> {
  const { entries, reversed } = await loadHistory(workspace);
  const turns = new Map<number, { turn: number; conversation: Conversation; calls: ChangedCall[] }>();
  for (const entry of entries) {
    if (entry.kind !== "change") continue;
    const { turn, conversation } = entry;
    const known = turns.get(turn) ?? { turn, conversation, calls: [] };
    turns.set(turn, known);
    known.calls.push(callOf(workspace, entry, reversed.has(entry.seq)));
  }
  return [...turns.values()].sort((one, other) => other.turn - one.turn);
}

function callOf({ root }: Workspace, { call, tool, time, files }: PastChange, undone: boolean): ChangedCall {
  return { call, tool, time, files: files.map(({ path }) => relative(root, path)), undone };
}

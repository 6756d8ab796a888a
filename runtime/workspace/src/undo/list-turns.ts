import { relative } from "node:path";
import type { Conversation } from "@toolwright/core";
import type { Workspace } from "../workspace/workspace.port.ts";
import { loadHistory, type PastChange } from "./history.ts";
import type { FileState, LoggedFile } from "./session-log.ts";

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

/** What became of one file in a turn, from its first change to its last. */
interface TurnFile {
  /** Relative to the workspace root. */
  readonly path: string;
  readonly change: "created" | "modified" | "removed" | "moved";
  /** Where a moved file was before. */
  readonly from?: string;
}

interface Net {
  readonly before: FileState;
  after: FileState;
}

/** The files of a turn, by path. One that was made and removed again is not among them. A move keeps the content. */
export function turnFiles(root: string, logged: readonly LoggedFile[]): readonly TurnFile[] {
  const nets = new Map<string, Net>();
  for (const { path, before, after } of logged) {
    const net = nets.get(path) ?? { before, after };
    net.after = after;
    nets.set(path, net);
  }
  const sources = movedFrom(nets);
  const gone = new Set(sources.values());
  const files = [...nets].flatMap(([path, net]): TurnFile[] => {
    const from = sources.get(path);
    const name = relative(root, path);
    if (from !== undefined) return [{ path: name, change: "moved", from: relative(root, from) }];
    const change = changeOf(net);
    return gone.has(path) || change === undefined ? [] : [{ path: name, change }];
  });
  return files.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** New path to old path, where what was removed from one was made at another. */
function movedFrom(nets: ReadonlyMap<string, Net>): ReadonlyMap<string, string> {
  const removed = new Map<string, string>();
  for (const [path, net] of nets) {
    if (changeOf(net) === "removed" && net.before !== null) removed.set(net.before.hash, path);
  }
  const moves = new Map<string, string>();
  for (const [path, net] of nets) {
    const from = changeOf(net) === "created" && net.after !== null ? removed.get(net.after.hash) : undefined;
    if (from === undefined || net.after === null) continue;
    moves.set(path, from);
    removed.delete(net.after.hash);
  }
  return moves;
}

function changeOf({ before, after }: Net): Exclude<TurnFile["change"], "moved"> | undefined {
  if (before === null) return after === null ? undefined : "created";
  return after === null ? "removed" : "modified";
}

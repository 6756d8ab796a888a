import { realpathSync } from "node:fs";
import { relative } from "node:path";
import type { AgentUndo, ChangedRun, Reversal, Reversed } from "@toolwright/server";
import type { ChangedTurn, FolderAgent, ReversedTurn, Workspace } from "@toolwright/workspace";
import { turnsOf, undoCalls, undoFile } from "../conversations/undo-file.ts";
import { printableLine } from "../text/printable.ts";
import { reversedLines } from "../view/undo-view.ts";

/** Undo in a folder, by runs: one run is one turn of the folder's undo log. */
export function agentUndo(agent: Pick<FolderAgent, "workspace" | "secrets">): AgentUndo {
  const { workspace } = agent;
  return {
    turns: async (conversation) => (await turnsOf(workspace, conversation)).map(changedRun),
    async reverse(reversal) {
      const reversed = await reverse(agent, reversal);
      if (reversed?.length === 0 && reversal.calls !== undefined) return { lines: [], done: false, conflicts: [] };
      if (reversed?.length === 0)
        return { lines: [`Nothing is left to undo in ${reversal.path}.`], done: false, conflicts: [] };
      return reversed && told(workspace, reversal.kind, reversed);
    },
    async net(runs) {
      const { netChanges } = await import("@toolwright/workspace/internal");
      return netChanges(workspace, runs, { secrets: agent.secrets });
    },
    async reverseHunk(hunk) {
      const { undoHunk } = await import("@toolwright/workspace/internal");
      const outcome = await undoHunk(workspace, hunk, { secrets: agent.secrets });
      if (outcome.ok) {
        const line = `Took back a part of what turn ${outcome.turn} changed in ${printableLine(hunk.path)}.`;
        return { lines: [line], done: true, conflicts: [], run: outcome.run };
      }
      const left = `${printableLine(hunk.path)} was left as it is: it ${outcome.reason}.`;
      return { lines: [left], done: false, conflicts: outcome.isChanged ? [hunk.path] : [] };
    },
  };
}

function changedRun({ runId, files, calls }: ChangedTurn): ChangedRun {
  const isUndone = calls.every(({ undone }) => undone);
  if (isUndone) return { runId, files, isUndone };
  const stands = new Set(calls.flatMap((call) => (call.undone ? [] : call.files)));
  const takenBack = new Set(calls.flatMap((call) => call.files.filter((path) => !stands.has(path))));
  return {
    runId,
    files: files.map((file) => (takenBack.has(file.path) ? { ...file, isUndone: true } : file)),
    isUndone,
  };
}

/** Undefined for a run that changed nothing. */
async function reverse(
  { workspace, secrets }: Pick<FolderAgent, "workspace" | "secrets">,
  { kind, conversation, runId, path, calls, force }: Reversal,
): Promise<readonly ReversedTurn[] | undefined> {
  const { redoChanges, undoChanges } = await import("@toolwright/workspace");
  const options = { conversation, force, secrets };
  if (runId === undefined) {
    return kind === "redo" ? redoChanges(workspace, 1, options) : undoChanges(workspace, { last: 1 }, options);
  }
  const turns = (await turnsOf(workspace, conversation)).filter((turn) => turn.runId === runId);
  if (turns.length === 0) return undefined;
  if (path !== undefined) return undoFile(workspace, { turns, path }, options);
  if (calls !== undefined) return undoCalls(workspace, { turns, calls }, options);
  const reversed: ReversedTurn[] = [];
  for (const { turn } of kind === "undo" ? turns : turns.toReversed()) {
    const change = kind === "undo" ? undoChanges : redoChanges;
    reversed.push(...(await change(workspace, { turn }, options)));
  }
  return reversed;
}

function told({ root }: Workspace, kind: Reversal["kind"], reversed: readonly ReversedTurn[]): Reversed {
  const folder = realpathSync(root);
  const conflicts = reversed.flatMap(({ outcome }) => (outcome.ok ? [] : outcome.conflicts));
  return {
    lines: reversedLines({ kind, root, namesCommand: false }, reversed),
    done: reversed.some(({ outcome }) => outcome.ok),
    conflicts: [...new Set(conflicts.map(({ path }) => relative(folder, path)))].slice(0, MAX_CONFLICTS),
  };
}

/** Files that are named; the lines count the rest. */
const MAX_CONFLICTS = 200;

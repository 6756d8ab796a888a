import type { ThreadMessageLike } from "@assistant-ui/react";
import { textIn } from "@toolwright/view/internal";
import { changedFiles } from "../cards/diff/changed-files.ts";
import type { FileDiff } from "../cards/diff/diff-row.ts";
import { parsedJson } from "../cards/json-text.ts";
import { changesTexts } from "../words/changes.ts";

/** What calls did to one file, the first call first. */
export interface FileChanges {
  readonly path: string;
  readonly diffs: readonly FileDiff[];
  readonly added: number;
  readonly removed: number;
}

const EDITS: ReadonlySet<string> = new Set(["write", "edit", "multi_edit", "apply_patch"]);

/**
 * Every change of a file that calls of these messages made, file by file, in the order in which each was first changed.
 */
export function collectChanges(messages: readonly ThreadMessageLike[], runId?: string): readonly FileChanges[] {
  const byPath = new Map<string, FileDiff[]>();
  for (const { role, content, metadata } of messages) {
    if (role !== "assistant" || typeof content === "string") continue;
    if (runId !== undefined && textIn(metadata?.custom, "runId") !== runId) continue;
    for (const diff of content.flatMap(diffsOf)) byPath.set(diff.path, [...(byPath.get(diff.path) ?? []), diff]);
  }
  return [...byPath].map(([path, diffs]) => ({
    path,
    diffs,
    added: count(diffs, "added"),
    removed: count(diffs, "removed"),
  }));
}

type Part = Exclude<ThreadMessageLike["content"], string>[number];

function diffsOf(part: Part): readonly FileDiff[] {
  if (part.type !== "tool-call" || !EDITS.has(part.toolName) || part.result === undefined || part.isError === true)
    return [];
  const { result, artifact, argsText = "" } = part;
  return changedFiles({ args: part.args ?? parsedJson(argsText), result, artifact });
}

function count(diffs: readonly FileDiff[], kind: "added" | "removed"): number {
  return diffs.reduce((sum, { rows }) => sum + rows.filter((row) => row.kind === kind).length, 0);
}

/** `+40 −12`; empty where nothing is known of lines. */
export function lineCounts(changes: readonly Pick<FileChanges, "added" | "removed">[]): string {
  const added = changes.reduce((sum, change) => sum + change.added, 0);
  const removed = changes.reduce((sum, change) => sum + change.removed, 0);
  return added + removed === 0 ? "" : `+${added} −${removed}`;
}

/** `+40 −12 in 3 files`; empty where no file was changed. `more`: files that are not in the list. */
export function changedLines(files: readonly Pick<FileChanges, "added" | "removed">[], more = 0): string {
  const count = files.length + more;
  if (count === 0) return "";
  return changesTexts.countsIn(lineCounts(files), count).trim();
}

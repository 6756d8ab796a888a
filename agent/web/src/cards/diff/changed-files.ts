import { type FileHunks, fileHunksIn } from "@toolwright/view";
import { type Hunk, listIn, textIn } from "@toolwright/view/internal";
import { type DiffRow, hunkRows, lineDiff, linesOf } from "@toolwright/view/internal/diff";
import { cardsTexts } from "../../words/cards.ts";
import type { FileDiff } from "./diff-row.ts";
import { parsePatch } from "./parse-patch.ts";

/** Edits of one call that are shown. */
export const MAX_EDITS = 50;

interface EditCall {
  readonly args: unknown;
  readonly result?: unknown;
  readonly artifact?: unknown;
}

/**
 * What a call of `edit`, `multi_edit`, `write` or `apply_patch` changes: as its result says, else as its arguments do.
 */
export function changedFiles({ args, result, artifact }: EditCall): readonly FileDiff[] {
  const files = fileHunksIn(artifact).map(fileDiff);
  if (files.some(({ what, rows }) => what !== "" || rows.length > 0)) return files;
  const diff = textIn(result, "diff") ?? "";
  return diff === "" ? wantedChanges(args) : [asText(args, diff)];
}

/** A diff that is there only as text, as earlier versions stored it, and as every one does where it is very large. */
function asText(args: unknown, diff: string): FileDiff {
  const lines = linesOf(diff.endsWith("\n") ? diff.slice(0, -1) : diff);
  return { path: textIn(args, "file_path") ?? "", what: "", rows: lines.map((text) => ({ kind: "context", text })) };
}

function wantedChanges(args: unknown): readonly FileDiff[] {
  const patch = textIn(args, "patch");
  if (patch !== undefined) return parsePatch(patch);
  const rows = wantedRows(args);
  return rows.length === 0 ? [] : [{ path: textIn(args, "file_path") ?? "", what: "", rows }];
}

function wantedRows(args: unknown): readonly DiffRow[] {
  const content = textIn(args, "content");
  if (content !== undefined) return written(content);
  const edits = listIn(args, "edits").slice(0, MAX_EDITS);
  return edits.length === 0 ? editedRows(args) : edits.flatMap((edit, place) => edited(edit, place));
}

/** Whether there was a file before is not known: all that would be in it is shown. */
function written(content: string): readonly DiffRow[] {
  const lines = linesOf(content.endsWith("\n") ? content.slice(0, -1) : content);
  return lines.map((text, place) => ({ kind: "added", text, newLine: place + 1 }));
}

function edited(edit: unknown, place: number): readonly DiffRow[] {
  const rows = editedRows(edit);
  return place === 0 || rows.length === 0 ? rows : [{ kind: "gap", text: "" }, ...rows];
}

function editedRows(edit: unknown): readonly DiffRow[] {
  const [before, after] = [textIn(edit, "old_string"), textIn(edit, "new_string")];
  if (before === undefined && after === undefined) return [];
  const rows = lineDiff(before ?? "", after ?? "");
  // Both end with a line feed: there is no line after it.
  const last = rows.at(-1);
  return last?.kind === "context" && last.text === "" ? rows.slice(0, -1) : rows;
}

/** What a call does to a file, as rows; lines that are not shown between hunks leave a gap. */
export function fileDiff({ path, change, from = "", hunks, added, removed }: FileHunks): FileDiff {
  const what = { created: cardsTexts.isNew, modified: "", removed: cardsTexts.isRemoved, moved: cardsTexts.was(from) }[
    change
  ];
  const rows = hunks.flatMap((hunk, place) => [...gapBefore(hunk, place), ...shownRows(hunk)]);
  return { path, what, rows, ...(added !== undefined && removed !== undefined && { counts: { added, removed } }) };
}

function gapBefore({ oldStart, newStart }: Hunk, place: number): readonly DiffRow[] {
  return place > 0 || newStart > 1 || oldStart > 1 ? [{ kind: "gap", text: "" }] : [];
}

/** That a file ends without a line feed is not said here. */
function shownRows(hunk: Hunk): readonly DiffRow[] {
  return hunkRows(hunk).filter(({ kind }) => kind !== "note");
}

import type { Json, JsonObject } from "@toolwright/core";
import type { FileHunks } from "@toolwright/view";
import { type Hunk, isFields, textIn } from "@toolwright/view/internal";
import { type DiffLine, lineDiff } from "@toolwright/view/internal/diff";

/** A call that changes a file by what it says itself. */
export interface ProposedChange {
  readonly file: FileHunks;
  /** What the change does not show. */
  readonly others: JsonObject;
}

/**
 * The change that a call's arguments spell out; undefined where they do not, or hold anything that it would not show.
 * `old`: what is in the file that is to be written anew, where there is one.
 */
export function proposedChange(args: JsonObject, old = ""): ProposedChange | undefined {
  const { file_path: path, content, old_string: before, new_string: after, edits, ...others } = args;
  if (typeof path !== "string") return undefined;
  const texts = [content, before, after, edits].filter((text) => text !== undefined);
  if (typeof content === "string" && texts.length === 1)
    return { file: { path, change: "modified", hunks: hunksOf(old, content) }, others };
  if (typeof before === "string" && typeof after === "string" && texts.length === 2)
    return { file: { path, change: "modified", hunks: [wholeHunk(lineDiff(...ended(before, after)))] }, others };
  const hunks = Array.isArray(edits) && texts.length === 1 ? editHunks(edits) : undefined;
  return hunks && { file: { path, change: "modified", hunks }, others };
}

const EDIT: ReadonlySet<string> = new Set(["old_string", "new_string"]);

/** Undefined where an edit has more to it than two texts. */
function editHunks(edits: readonly Json[]): FileHunks["hunks"] | undefined {
  const hunks = edits.flatMap((edit) => {
    const [before, after] = [textIn(edit, "old_string"), textIn(edit, "new_string")];
    const isPlain = isFields(edit) && Object.keys(edit).every((name) => EDIT.has(name));
    return isPlain && before !== undefined && after !== undefined ? [wholeHunk(lineDiff(...ended(before, after)))] : [];
  });
  return hunks.length === edits.length && hunks.length > 0 ? hunks : undefined;
}

/** Where they are in the file is not known. */
function wholeHunk(lines: readonly DiffLine[]): Hunk {
  const text = lines.map(({ kind, text }) => MARKS[kind] + text).join("\n");
  return { oldStart: 0, newStart: 0, text };
}

const MARKS = { context: " ", removed: "-", added: "+", gap: "", note: "" };

/** Lines that stay as they are, and are shown around a change. */
const AROUND = 3;

/** Of a file that is written anew, what becomes other than it was. */
function hunksOf(before: string, after: string): FileHunks["hunks"] {
  const lines = lineDiff(...ended(before, after));
  const isNear = lines.map(() => false);
  for (const [at, { kind }] of lines.entries())
    if (kind !== "context") isNear.fill(true, Math.max(at - AROUND, 0), at + AROUND + 1);
  const groups: DiffLine[][] = [];
  for (const [at, line] of lines.entries()) {
    if (isNear[at] !== true) continue;
    if (isNear[at - 1] !== true) groups.push([]);
    groups.at(-1)?.push(line);
  }
  return groups.map(wholeHunk);
}

/** Behind a last line feed there is no line, unless only one of them has it: then that is a difference. */
function ended(before: string, after: string): [string, string] {
  const isSame = [before, after].every((text) => text === "" || text.endsWith("\n"));
  return isSame ? [before.slice(0, -1), after.slice(0, -1)] : [before, after];
}

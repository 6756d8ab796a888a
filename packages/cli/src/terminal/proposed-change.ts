import type { Json, JsonObject } from "@toolwright/core";
import { type FileHunks, isFields, textIn } from "@toolwright/view";

/** A call that changes a file by what it says itself. */
export interface ProposedChange {
  readonly file: FileHunks;
  /** What the change does not show. */
  readonly others: JsonObject;
}

/** The change that a call's arguments spell out; undefined where they do not, or hold anything that it would not show. */
export function proposedChange(args: JsonObject): ProposedChange | undefined {
  const { file_path: path, content, old_string: before, new_string: after, edits, ...others } = args;
  if (typeof path !== "string") return undefined;
  const texts = [content, before, after, edits].filter((text) => text !== undefined);
  if (typeof content === "string" && texts.length === 1)
    return { file: { path, change: "modified", hunks: [hunkOf("", content)] }, others };
  if (typeof before === "string" && typeof after === "string" && texts.length === 2)
    return { file: { path, change: "modified", hunks: [hunkOf(before, after)] }, others };
  const hunks = Array.isArray(edits) && texts.length === 1 ? hunksOf(edits) : undefined;
  return hunks && { file: { path, change: "modified", hunks }, others };
}

const EDIT: ReadonlySet<string> = new Set(["old_string", "new_string"]);

/** Undefined where an edit has more to it than two texts. */
function hunksOf(edits: readonly Json[]): FileHunks["hunks"] | undefined {
  const hunks = edits.flatMap((edit) => {
    const [before, after] = [textIn(edit, "old_string"), textIn(edit, "new_string")];
    const isPlain = isFields(edit) && Object.keys(edit).every((name) => EDIT.has(name));
    return isPlain && before !== undefined && after !== undefined ? [hunkOf(before, after)] : [];
  });
  return hunks.length === edits.length && hunks.length > 0 ? hunks : undefined;
}

/** Lines that both begin or end with stand as they are. Where they are in the file is not known. */
function hunkOf(before: string, after: string): FileHunks["hunks"][number] {
  const [old, young] = [linesOf(before), linesOf(after)];
  const least = Math.min(old.length, young.length);
  let first = 0;
  while (first < least && old[first] === young[first]) first += 1;
  let last = 0;
  while (last < least - first && old.at(-1 - last) === young.at(-1 - last)) last += 1;
  const marked = (mark: string, lines: readonly string[]) => lines.map((line) => mark + line);
  const text = [
    ...marked(" ", old.slice(0, first)),
    ...marked("-", old.slice(first, old.length - last)),
    ...marked("+", young.slice(first, young.length - last)),
    ...marked(" ", old.slice(old.length - last)),
  ].join("\n");
  return { oldStart: 0, newStart: 0, text };
}

function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

import { isFields, listIn, numberIn, textIn } from "./fields.ts";
import type { ChangedFile } from "./http.ts";

/** What a call did to one file: the artifact of a tool that changes files has a list of them as `diff`. */
export interface FileHunks extends ChangedFile {
  readonly hunks: readonly Hunk[];
  /** Lines of the whole change, where they are known: the hunks may be a part of it. */
  readonly added?: number;
  readonly removed?: number;
}

/** Changed lines that stand together, with unchanged ones around them. */
export interface Hunk {
  /** The first line before and after the change, from 1; the line before it where there is none on that side. */
  readonly oldStart: number;
  readonly newStart: number;
  /** The lines, each behind its mark: a blank, `-` or `+`; `\` begins a remark. */
  readonly text: string;
}

const CHANGES: Readonly<Record<string, ChangedFile["change"]>> = {
  created: "created",
  removed: "removed",
  moved: "moved",
};

/** The files in an artifact, whoever made it; empty where there are none. */
export function fileHunksIn(artifact: unknown): readonly FileHunks[] {
  return listIn(artifact, "diff").filter(isFields).map(fileHunksOf);
}

/** A file, and the change of it that a question or a result tells of. */
export function fileHunksOf(file: unknown): FileHunks {
  const name = textIn(file, "change") ?? "";
  const [from, added, removed] = [textIn(file, "from"), numberIn(file, "added"), numberIn(file, "removed")];
  return {
    path: textIn(file, "path") ?? "",
    change: (Object.hasOwn(CHANGES, name) ? CHANGES[name] : undefined) ?? "modified",
    ...(from === undefined ? {} : { from }),
    hunks: listIn(file, "hunks").map(hunkOf),
    ...(added !== undefined && removed !== undefined && { added, removed }),
  };
}

function hunkOf(hunk: unknown): Hunk {
  const start = (name: string) => numberIn(hunk, name) ?? 1;
  return { oldStart: start("oldStart"), newStart: start("newStart"), text: textIn(hunk, "text") ?? "" };
}

/** One line of a hunk, without its mark. */
export interface HunkLine {
  readonly kind: "context" | "remove" | "add";
  readonly text: string;
  /** An empty line of the patch, which stands for an empty context line or for nothing at all. */
  readonly bare?: true;
}

/** A change at one place of a file. */
export interface Hunk {
  /** The texts behind `@@`, from the outermost in: lines that stand before the change. */
  readonly anchors: readonly string[];
  readonly lines: readonly HunkLine[];
  /** The change is at the end of the file. */
  readonly atEndOfFile: boolean;
}

/** What a patch does with one file. Paths are as written. */
export type FilePatch =
  | { readonly kind: "add"; readonly path: string; readonly content: string }
  | { readonly kind: "delete"; readonly path: string }
  | { readonly kind: "update"; readonly path: string; readonly moveTo?: string; readonly hunks: readonly Hunk[] };

/** A patch that follows the grammar. */
export interface Patch {
  readonly ok: true;
  readonly files: readonly FilePatch[];
}

/** Every path that a patch reads or writes, as written, in order. */
export function patchPaths(patch: Patch): string[] {
  return patch.files.flatMap((file) =>
    file.kind === "update" && file.moveTo !== undefined ? [file.path, file.moveTo] : [file.path],
  );
}

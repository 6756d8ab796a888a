/** One path that differs between two trees. */
export interface TreeChange {
  readonly path: string;
  /** Undefined: nothing was there, or nothing is. */
  readonly before: TreeEntry | undefined;
  readonly after: TreeEntry | undefined;
}

/** What a tree has at a path. */
export interface TreeEntry {
  readonly kind: "file" | "executable" | "link";
  /** The name of the content in the repository. */
  readonly blob: string;
}

const KINDS: ReadonlyMap<string, TreeEntry["kind"]> = new Map([
  ["100644", "file"],
  ["100755", "executable"],
  ["120000", "link"],
]);

/** Reads `git diff-tree -r -z --raw --no-renames`. Repositories inside the work tree are left out. */
export function parseTreeChanges(output: Uint8Array): readonly TreeChange[] {
  const fields = new TextDecoder().decode(output).split("\0");
  const changes: TreeChange[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [modeBefore = "", modeAfter = "", blobBefore = "", blobAfter = ""] = fields[at]?.slice(1).split(" ") ?? [];
    const [before, after] = [entryOf(modeBefore, blobBefore), entryOf(modeAfter, blobAfter)];
    if (before === "other" || after === "other") continue;
    changes.push({ path: fields[at + 1] ?? "", before, after });
  }
  return changes;
}

function entryOf(mode: string, blob: string): TreeEntry | "other" | undefined {
  if (mode === "000000") return undefined;
  const kind = KINDS.get(mode);
  return kind === undefined ? "other" : { kind, blob };
}

import type { DiffRow, FileDiff } from "./diff-row.ts";

const HUNK = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/;

interface OpenHunk {
  oldLine: number;
  newLine: number;
  oldLeft: number;
  newLeft: number;
}

interface OpenFile {
  readonly oldPath: string;
  path: string;
  readonly rows: DiffRow[];
}

/**
 * The files of a unified diff. Lines are counted, so that a removed `-- x` is not taken for the head of a file. What
 * does not belong to a diff is left out.
 */
export function parseUnifiedDiff(text: string): readonly FileDiff[] {
  const files: OpenFile[] = [];
  let hunk: OpenHunk | undefined;
  for (const line of text.split("\n")) {
    const file = files.at(-1);
    if (file !== undefined && hunk !== undefined && hunk.oldLeft + hunk.newLeft > 0) {
      file.rows.push(...rowsOf(line, hunk));
    } else if (line.startsWith("--- ")) {
      files.push({ oldPath: pathIn(line), path: pathIn(line), rows: [] });
    } else if (file !== undefined) hunk = readHead(line, file);
  }
  return files.map(({ oldPath, path, rows }) => ({ ...named(oldPath, path), rows }));
}

/** The line before a hunk: undefined when it begins none. */
function readHead(line: string, file: OpenFile): OpenHunk | undefined {
  if (line.startsWith("+++ ")) file.path = pathIn(line);
  const head = HUNK.exec(line);
  if (head === null) return undefined;
  const hunk = openHunk(head);
  if (file.rows.length > 0 || hunk.newLine > 1 || hunk.oldLine > 1) file.rows.push({ kind: "gap", text: "" });
  return hunk;
}

function openHunk([, oldLine, oldCount = "1", newLine, newCount = "1"]: RegExpExecArray): OpenHunk {
  return {
    oldLine: Number(oldLine),
    newLine: Number(newLine),
    oldLeft: Number(oldCount),
    newLeft: Number(newCount),
  };
}

function rowsOf(line: string, hunk: OpenHunk): readonly DiffRow[] {
  const text = line.slice(1);
  switch (line[0]) {
    case "+":
      hunk.newLeft -= 1;
      return [{ kind: "added", text, newLine: hunk.newLine++ }];
    case "-":
      hunk.oldLeft -= 1;
      return [{ kind: "removed", text, oldLine: hunk.oldLine++ }];
    case "\\":
      return [];
    default:
      hunk.oldLeft -= 1;
      hunk.newLeft -= 1;
      return [{ kind: "context", text, oldLine: hunk.oldLine++, newLine: hunk.newLine++ }];
  }
}

function pathIn(line: string): string {
  return line.slice(4).split("\t", 1)[0] ?? "";
}

const NOWHERE = "/dev/null";

function named(oldPath: string, path: string): { readonly path: string; readonly what: string } {
  if (oldPath === NOWHERE) return { path, what: "new" };
  if (path === NOWHERE) return { path: oldPath, what: "removed" };
  return { path, what: oldPath === path ? "" : `was ${oldPath}` };
}

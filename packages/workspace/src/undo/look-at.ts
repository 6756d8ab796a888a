import { unexpected } from "../transaction/clear-way.ts";
import type { FileChange, FileContent } from "../transaction/file-change.ts";
import { contentAt, contentHash } from "../transaction/file-content.ts";
import { isInside } from "../workspace/resolve-path.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import { emptiedBy, type Refusal, type Restoration, refused } from "./plan-restore.ts";
import { unrestorable } from "./remove-emptied.ts";

/** What stands where entries are reversed. */
export interface Found {
  /** By path; undefined also where a folder stands, or a file on the way. */
  readonly contents: ReadonlyMap<string, FileContent | undefined>;
  /** Folders that stand where the entries took a file away. */
  readonly folders: readonly string[];
}

const NO_FILE = "is no longer a file; move away what is there now, and try again";

/** What stands at the paths of entries now, or why one of them cannot be restored. */
export async function lookAt(
  workspace: Workspace,
  { newestFirst }: Restoration,
  paths: readonly string[],
): Promise<Found | Refusal> {
  const left = new Map(newestFirst.toReversed().flatMap(({ files }) => files.map(({ path, after }) => [path, after])));
  const contents = new Map<string, FileContent | undefined>();
  const folders: string[] = [];
  // What is on the way to a path comes before it.
  for (const path of paths.toSorted((one, other) => one.length - other.length)) {
    const below = onTheWay(contents, path);
    const why = await unrestorable(workspace, path, below);
    if (why !== undefined) return refused(path, why);
    const content = below === undefined ? await contentAt(workspace.files, path) : undefined;
    if (content === "other") {
      const isFolder = (await workspace.files.stat(path, { noFollow: true }))?.kind === "directory";
      if (!isFolder || left.get(path) !== null) return refused(path, NO_FILE);
      folders.push(path);
    }
    contents.set(path, content === "other" ? undefined : content);
  }
  return { contents, folders };
}

/** A file or link that stands on the way to a path. */
function onTheWay(contents: Found["contents"], path: string): string | undefined {
  for (const [other, content] of contents) {
    if (content !== undefined && other !== path && isInside(other, path)) return other;
  }
  return undefined;
}

interface Planned {
  readonly found: Found;
  readonly changes: readonly FileChange[];
  readonly restoration: Restoration;
}

/** Why changes cannot be made: a file stays where a folder would have to be, or a folder with more in it where a file would. */
export async function blocked(
  { files }: Workspace,
  { found, changes, restoration }: Planned,
): Promise<Refusal | undefined> {
  const removed = new Map(
    changes.flatMap(({ path, before, after }) => (after === undefined ? [[path, contentHash(before)]] : [])),
  );
  for (const { path, after } of changes) {
    if (after === undefined) continue;
    const standing = onTheWay(found.contents, path);
    if (standing !== undefined && !removed.has(standing))
      return refused(standing, "stands where a folder would have to be");
    if (!found.folders.includes(path)) continue;
    const other = await unexpected({ files, hashes: removed, emptied: emptiedBy(restoration) }, { path, at: path });
    if (other !== undefined)
      return refused(path, `is a folder now, and ${other} is in it; move that away, and try again`);
  }
  return undefined;
}

import { dirname, join } from "node:path";
import type { Scrubber } from "@toolwright/core/types";
import type { ChangeAuthor } from "../../transaction/change-log.port.ts";
import type { FileContent } from "../../transaction/file-change.ts";
import { isBytes } from "../../transaction/file-content.ts";
import type { Workspace } from "../../workspace/workspace.port.ts";
import { holdsSecret } from "../holds-secret.ts";
import type { FileState, LoggedFile } from "../log-line.ts";
import { stateOf } from "../logged-file.ts";
import type { ShadowGit } from "./shadow-git.ts";
import type { TreeChange, TreeEntry } from "./tree-changes.ts";
import type { UnusualModes } from "./unusual-modes.ts";

/** What a command changed, as the log takes it. */
export interface RecordedTreeChanges {
  readonly files: readonly LoggedFile[];
  readonly contents: readonly FileContent[];
  readonly directories: readonly string[];
}

/** Who changed it, in a repository. */
export interface RecordingOptions {
  readonly git: ShadowGit;
  readonly changes: readonly TreeChange[];
  readonly author: ChangeAuthor;
  /** The tree before. */
  readonly tree: string;
  /** Permission bits before, where git does not have all of them. */
  readonly modes: UnusualModes;
  /** Directories without files that were not there before, relative to the root. */
  readonly emptyMade: readonly string[];
  readonly scrubber: Scrubber;
}

/** Looks up the contents of both sides; undefined when one of them is lost. */
export async function readTreeChanges(
  workspace: Workspace,
  { git, changes, tree, modes, emptyMade, scrubber }: Omit<RecordingOptions, "author">,
): Promise<RecordedTreeChanges | undefined> {
  const files: LoggedFile[] = [];
  const contents: FileContent[] = [];
  for (const change of changes) {
    const [before, after] = [await contentOf(git, change.before), await contentOf(git, change.after)];
    if (before === "lost" || after === "lost") return undefined;
    const path = join(workspace.root, change.path);
    files.push({ path, ...(await statesOf(workspace, path, { change, before, after, modes, scrubber })) });
    if (before !== undefined) contents.push(before);
  }
  return { files, contents, directories: await newDirectories(workspace, { git, changes, tree, emptyMade }) };
}

async function contentOf(git: ShadowGit, entry: TreeEntry | undefined): Promise<FileContent | "lost" | undefined> {
  if (entry === undefined) return undefined;
  const bytes = await git.run(["cat-file", "blob", entry.blob]);
  if (bytes === undefined) return "lost";
  return entry.kind === "link" ? { target: new TextDecoder().decode(bytes) } : bytes;
}

interface Sides {
  readonly change: TreeChange;
  readonly before: FileContent | undefined;
  readonly after: FileContent | undefined;
  readonly modes: UnusualModes;
  readonly scrubber: Scrubber;
}

/** Git keeps one permission bit; the others are those noticed before, or are taken from the file as it is. */
async function statesOf(
  { files }: Workspace,
  path: string,
  { change, before, after, modes, scrubber }: Sides,
): Promise<{ readonly before: FileState; readonly after: FileState }> {
  const mode = (await files.stat(path, { noFollow: true }))?.mode ?? 0o644;
  const [isExecutable, wasExecutable] = [change.after?.kind === "executable", change.before?.kind === "executable"];
  const likely = isExecutable === wasExecutable && change.after !== undefined ? mode : withBit(mode, wasExecutable);
  const state = (content: FileContent | undefined, bits: number): FileState =>
    stateOf(content, {
      mode: isBytes(content) ? bits : undefined,
      // A snapshot of an earlier run may have one that nobody had registered then.
      secret: content !== undefined && holdsSecret(content, scrubber),
    });
  return { before: state(before, modes.get(change.path) ?? likely), after: state(after, mode) };
}

/** Whoever may read it may run it. */
function withBit(mode: number, executable: boolean): number {
  return executable ? mode | ((mode & 0o444) >> 2) : mode & ~0o111;
}

/** Directories that no file of the tree before was in, outermost first. */
async function newDirectories(
  { root }: Workspace,
  { git, changes, tree, emptyMade }: Pick<RecordingOptions, "git" | "changes" | "tree" | "emptyMade">,
): Promise<readonly string[]> {
  const candidates = new Set<string>(emptyMade);
  for (const { path, before, after } of changes) {
    if (before !== undefined || after === undefined) continue;
    for (let at = dirname(path); at !== "."; at = dirname(at)) candidates.add(at);
  }
  const made: string[] = [];
  for (const directory of [...candidates].sort((one, other) => one.length - other.length)) {
    const known = await git.run(["ls-tree", "-z", tree, directory]);
    if (known?.length === 0) made.push(join(root, directory));
  }
  return made;
}

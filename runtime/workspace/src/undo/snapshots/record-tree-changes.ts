import { dirname, join } from "node:path";
import type { Scrubber } from "@toolwright/core";
import { isFile, isLarge } from "../../transaction/file-content.ts";
import type { Workspace } from "../../workspace/workspace.port.ts";
import type { KeptContent } from "../blob-store.ts";
import { remember, secretIn } from "../registered-secrets.ts";
import { type FileState, type LoggedFile, stateOf } from "../session-log.ts";
import type { UnusualModes } from "./empty-directories.ts";
import type { ShadowGit } from "./shadow-git.ts";
import type { SecretFiles, SideContent, Snapshot } from "./take-snapshot.ts";

/** What a command changed, as the log takes it. */
export interface RecordedTreeChanges {
  readonly files: readonly LoggedFile[];
  readonly contents: readonly KeptContent[];
  readonly directories: readonly string[];
}

/** A folder before and after a command, in a repository. */
export interface RecordingOptions {
  readonly git: ShadowGit;
  /** What differs between the trees, and the paths with a secret that differ; some of these are in both. */
  readonly changes: readonly TreeChange[];
  readonly before: Snapshot;
  readonly after: Snapshot;
  /** Permission bits before, where git does not have all of them. */
  readonly modes: UnusualModes;
  /** Directories without files that were there before, and new ones, relative to the root: no tree holds them. */
  readonly empty: { readonly before: ReadonlySet<string>; readonly made: readonly string[] };
  readonly scrubber: Scrubber;
}

/** Looks up the contents of both sides; undefined when one of them is lost. */
export async function readTreeChanges(
  workspace: Workspace,
  options: RecordingOptions,
): Promise<RecordedTreeChanges | undefined> {
  const { before, after } = options;
  const files: LoggedFile[] = [];
  const contents: KeptContent[] = [];
  for (const change of options.changes) {
    const sides = {
      before: await sideOf(options, { path: change.path, entry: change.before, secrets: before.secret }),
      after: await sideOf(options, { path: change.path, entry: change.after, secrets: after.secret }),
    };
    if (sides.before === "lost" || sides.after === "lost") return undefined;
    const { before: old, after: next } = sides;
    if (old !== undefined && !isLarge(old.content)) contents.push({ content: old.content, secret: old.secret });
    files.push({
      path: join(workspace.root, change.path),
      ...(await statesOf(workspace, { change, old, next, modes: options.modes })),
    });
  }
  for (const { secret } of contents) if (secret !== undefined) remember(secret);
  const made = await newDirectories(workspace, options);
  return { files, contents, directories: made };
}

interface Side {
  readonly path: string;
  readonly entry: TreeEntry | undefined;
  readonly secrets: SecretFiles;
}

/** A snapshot of an earlier run may have a content with a secret that nobody had registered then. */
async function sideOf(
  { git, scrubber }: RecordingOptions,
  { path, entry, secrets }: Side,
): Promise<SideContent | "lost" | undefined> {
  const held = secrets.get(path);
  if (held !== undefined) return held.kept ?? "lost";
  if (entry === undefined) return undefined;
  const bytes = await git.run(["cat-file", "blob", entry.blob]);
  if (bytes === undefined) return "lost";
  const content = entry.kind === "link" ? { target: new TextDecoder().decode(bytes) } : bytes;
  return { content, secret: secretIn(content, scrubber), mode: undefined };
}

interface Sides {
  readonly change: TreeChange;
  readonly old: SideContent | undefined;
  readonly next: SideContent | undefined;
  readonly modes: UnusualModes;
}

/** Git keeps one permission bit; the others are those noticed before, or are taken from the file as it is. */
async function statesOf(
  { root, files }: Workspace,
  { change, old, next, modes }: Sides,
): Promise<{ readonly before: FileState; readonly after: FileState }> {
  const found = await files.stat(join(root, change.path), { noFollow: true });
  // Those of a link or a folder say nothing of the file that was there.
  const mode = found?.kind === "file" ? found.mode : 0o644;
  const [isExecutable, wasExecutable] = [change.after?.kind === "executable", change.before?.kind === "executable"];
  const likely = isExecutable === wasExecutable && change.after !== undefined ? mode : withBit(mode, wasExecutable);
  const state = (kept: SideContent | undefined, bits: number): FileState =>
    stateOf(kept?.content, { mode: isFile(kept?.content) ? bits : undefined, secret: kept?.secret });
  return {
    before: state(old, old?.mode ?? modes.get(change.path) ?? likely),
    after: state(next, next?.mode ?? mode),
  };
}

/** Whoever may read it may run it. */
function withBit(mode: number, executable: boolean): number {
  return executable ? mode | ((mode & 0o444) >> 2) : mode & ~0o111;
}

/** Directories that no file of the tree before was in, outermost first. */
async function newDirectories(
  { root }: Workspace,
  { git, changes, before, after, empty }: RecordingOptions,
): Promise<readonly string[]> {
  const candidates = new Set<string>(empty.made);
  const secret = [...before.secret.keys()];
  for (const { path, ...entries } of changes) {
    const [was, is] = [entries.before ?? before.secret.get(path), entries.after ?? after.secret.get(path)];
    if (was !== undefined || is === undefined) continue;
    for (let at = dirname(path); at !== "."; at = dirname(at)) candidates.add(at);
  }
  const made: string[] = [];
  for (const directory of [...candidates].sort((one, other) => one.length - other.length)) {
    const known = await git.run(["ls-tree", "-d", "-z", before.tree, directory]);
    const wasThere = empty.before.has(directory) || secret.some((path) => path.startsWith(`${directory}/`));
    if (known?.length === 0 && !wasThere) made.push(join(root, directory));
  }
  return made;
}

/** One path that differs between two trees. */
interface TreeChange {
  readonly path: string;
  /** Undefined: nothing was there, or nothing is. */
  readonly before: TreeEntry | undefined;
  readonly after: TreeEntry | undefined;
}

/** What a tree has at a path. */
interface TreeEntry {
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

/**
 * Files that are kept apart and do not differ in the trees. One that has grown too large stands there as it was before.
 */
export async function apartFromTrees(
  git: ShadowGit,
  { before, after }: Pick<RecordingOptions, "before" | "after">,
  paths: readonly string[],
): Promise<readonly TreeChange[]> {
  const changes: TreeChange[] = [];
  for (const path of paths) {
    const hasGrown = [before, after].some(({ secret }) => isLarge(secret.get(path)?.kept?.content));
    const entry = async ({ tree }: Snapshot) => (hasGrown ? treeEntry(git, tree, path) : undefined);
    changes.push({ path, before: await entry(before), after: await entry(after) });
  }
  return changes;
}

async function treeEntry(git: ShadowGit, tree: string, path: string): Promise<TreeEntry | undefined> {
  const [mode = "", , blob = ""] = new TextDecoder()
    .decode(await git.run(["ls-tree", "-z", tree, path]))
    .split(/[ \t]/);
  const entry = mode === "" ? undefined : entryOf(mode, blob);
  return entry === "other" ? undefined : entry;
}

function entryOf(mode: string, blob: string): TreeEntry | "other" | undefined {
  if (mode === "000000") return undefined;
  const kind = KINDS.get(mode);
  return kind === undefined ? "other" : { kind, blob };
}

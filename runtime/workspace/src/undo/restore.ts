import {
  type FileLocks,
  type LockOutcome,
  type LockRequest,
  SHARED_FILE_LOCKS,
  whileHeld,
} from "../tracking/file-locks.ts";
import { acquireProcessLocks } from "../tracking/process-locks.ts";
import { unexpected } from "../transaction/clear-way.ts";
import type { FileChange, FileContent, StandingContent } from "../transaction/file-change.ts";
import { contentAt, contentHash, isLarge, isLargeHash } from "../transaction/file-content.ts";
import { isInside } from "../workspace/is-inside.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import { BlobStore } from "./blob-store.ts";
import { commitRestoration } from "./commit-restoration.ts";
import {
  emptiedBy,
  planRestore,
  type Refusal,
  type Restoration,
  type RestoreOutcome,
  type RestoreStep,
  refused,
} from "./plan-restore.ts";
import { sealing } from "./registered-secrets.ts";
import { BEHIND_LINK, unrestorable } from "./remove-emptied.ts";
import { sessionFolder } from "./undo-folder.ts";

/** Reverses entries: what they replaced comes back, what they made goes. It is logged, so it can be reversed too. */
export async function restore(
  workspace: Workspace,
  restoration: Restoration,
  locks: FileLocks = SHARED_FILE_LOCKS,
): Promise<RestoreOutcome> {
  const paths = pathsOf(restoration);
  const request: LockRequest = { paths, holder: `the user, ${restoration.kind}` };
  const restoreAll = () => restoreHeld(workspace, restoration, paths);
  return whileHeld(
    await locks.acquire(async () => request),
    async () => whileHeld(await acquireProcessLocks(workspace, request), restoreAll, notHeld),
    notHeld,
  );
}

function notHeld(lock: Exclude<LockOutcome, { readonly kind: "held" }>): RestoreOutcome {
  return lock.kind === "busy" ? refused(lock.path, `is busy (${lock.holder})`) : { ok: false, conflicts: [] };
}

const LOST = "cannot be brought back: its old content is no longer kept";

const TOO_LARGE = "cannot be brought back: what it held was larger than 256 MiB, and so much is not kept";

function whyLost(to: RestoreStep["to"]): string {
  if (to?.sealed !== undefined) return sealedBy(to.sealed);
  return isLargeHash(to?.hash ?? null) ? TOO_LARGE : LOST;
}

function sealedBy(name: string): string {
  return `holds or held the registered secret ${name}: that has to be registered here too, with the value that it had`;
}

async function restoreHeld(
  workspace: Workspace,
  restoration: Restoration,
  paths: readonly string[],
): Promise<RestoreOutcome> {
  const changes = await restoringChanges(workspace, restoration, paths);
  return "ok" in changes ? changes : commitRestoration(workspace, restoration, changes);
}

/** What reversing entries would do now; or why it cannot be done. */
export async function restoringChanges(
  workspace: Workspace,
  restoration: Restoration,
  paths: readonly string[] = pathsOf(restoration),
): Promise<readonly FileChange[] | Refusal> {
  const found = await lookAt(workspace, restoration, paths);
  if ("ok" in found) return found;
  const hashes = new Map([...found.contents].map(([path, content]) => [path, contentHash(content)] as const));
  const plan = planRestore(restoration.newestFirst, hashes, restoration);
  if (plan.conflicts.length > 0) return { ok: false, conflicts: plan.conflicts };
  const stores = storesOf(workspace, restoration);
  const sealingOf = sealing(restoration);
  const changes: FileChange[] = [];
  for (const step of plan.steps) {
    const change = await changeOf(step, { contents: found.contents, stores, secrets: restoration.secrets });
    if (change === undefined) return refused(step.path, whyLost(step.to));
    const replaced = sealingOf(change.before, step.path);
    if (typeof replaced === "string") return refused(step.path, sealedBy(replaced));
    changes.push(change);
  }
  return (await blocked(workspace, { found, changes, restoration })) ?? changes;
}

function pathsOf({ newestFirst }: Restoration): readonly string[] {
  return [...new Set(newestFirst.flatMap(({ files }) => files.map(({ path }) => path)))];
}

function storesOf(workspace: Workspace, { newestFirst }: Restoration): readonly BlobStore[] {
  const folders = new Set(newestFirst.map(({ conversation }) => sessionFolder(workspace, conversation)));
  return [...folders].map((folder) => new BlobStore(workspace.files, folder));
}

interface Sources {
  readonly contents: Found["contents"];
  readonly stores: readonly BlobStore[];
  readonly secrets: Restoration["secrets"];
}

/** Undefined when the content to go back to is lost. */
async function changeOf(
  { path, now, to }: RestoreStep,
  { contents, stores, secrets }: Sources,
): Promise<FileChange | undefined> {
  const before = contents.get(path);
  if (to === null) return { path, before, after: undefined };
  const after = to.hash === now ? before : await load(stores, to, secrets);
  if (after === undefined || isLarge(after)) return undefined;
  return { path, before, after, ...(to.mode === undefined ? {} : { mode: to.mode }) };
}

async function load(
  stores: readonly BlobStore[],
  wanted: NonNullable<RestoreStep["to"]>,
  secrets: Restoration["secrets"],
): Promise<FileContent | undefined> {
  for (const store of stores) {
    const content = await store.load(wanted, secrets);
    if (content !== undefined) return content;
  }
  return undefined;
}

/** What stands where entries are reversed. */
interface Found {
  /** By path; undefined also where a folder stands, or a file on the way. */
  readonly contents: ReadonlyMap<string, StandingContent | undefined>;
  /** Folders that stand where the entries took a file away. */
  readonly folders: readonly string[];
}

const NO_FILE = "is no longer a file; move away what is there now, and try again";

/** What stands at the paths of entries now, or why one of them cannot be restored. */
async function lookAt(
  workspace: Workspace,
  restoration: Restoration,
  paths: readonly string[],
): Promise<Found | Refusal> {
  const { newestFirst } = restoration;
  const left = new Map(newestFirst.toReversed().flatMap(({ files }) => files.map(({ path, after }) => [path, after])));
  const contents = new Map<string, StandingContent | undefined>();
  const folders: string[] = [];
  // What is on the way to a path comes before it.
  for (const path of paths.toSorted((one, other) => one.length - other.length)) {
    const below = onTheWay(contents, path);
    const why = await unrestorable(workspace, path, below);
    if (why !== undefined && !(await isUnmade(workspace, restoration, { path, why }))) return refused(path, why);
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

/** Whether a call that failed at a link, or was killed before, has made nothing at a path: nothing is to be undone. */
async function isUnmade(
  { files }: Workspace,
  { kind, newestFirst }: Restoration,
  { path, why }: { readonly path: string; readonly why: string },
): Promise<boolean> {
  if (kind !== "undo" || why !== BEHIND_LINK) return false;
  const oldest = newestFirst.flatMap((entry) => entry.files).findLast((file) => file.path === path);
  return oldest?.before === null && (await files.stat(path)) === undefined;
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

/**
 * Why changes cannot be made: a file stays where a folder would have to be, or a folder with more in it where a file
 * would.
 */
async function blocked({ files }: Workspace, { found, changes, restoration }: Planned): Promise<Refusal | undefined> {
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

import type { FileLocks, LockOutcome, LockRequest } from "../tracking/file-locks.ts";
import { SHARED_FILE_LOCKS } from "../tracking/file-locks-key.ts";
import { acquireProcessLocks } from "../tracking/process-locks.ts";
import type { FileChange, FileContent } from "../transaction/file-change.ts";
import { contentAt, contentHash } from "../transaction/file-content.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import { BlobStore } from "./blob-store.ts";
import { commitRestoration } from "./commit-restoration.ts";
import { planRestore, type RestoreStep } from "./plan-restore.ts";
import { unrestorable } from "./restorable-path.ts";
import { type Restoration, type RestoreOutcome, refused } from "./restoration.ts";
import { sessionFolder } from "./undo-folder.ts";

/** Reverses entries: what they replaced comes back, what they made goes. It is logged, so it can be reversed too. */
export async function restore(
  workspace: Workspace,
  restoration: Restoration,
  locks: FileLocks = SHARED_FILE_LOCKS,
): Promise<RestoreOutcome> {
  const paths = pathsOf(restoration);
  const request: LockRequest = { paths, holder: `the user, ${restoration.kind}` };
  return holding(await locks.acquire(async () => request), async () =>
    holding(await acquireProcessLocks(workspace, request), () => restoreHeld(workspace, restoration, paths)),
  );
}

async function holding(lock: LockOutcome, work: () => Promise<RestoreOutcome>): Promise<RestoreOutcome> {
  if (lock.kind === "aborted") return { ok: false, conflicts: [] };
  if (lock.kind === "busy") return refused(lock.path, `is busy (${lock.holder})`);
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

const LOST = "cannot be brought back: its old content is no longer kept";
const SECRET = "held a registered secret, and that content is kept only as long as the process that replaced it runs";

type Contents = ReadonlyMap<string, FileContent | undefined>;

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
): Promise<readonly FileChange[] | Extract<RestoreOutcome, { ok: false }>> {
  const current = new Map<string, FileContent | undefined>();
  for (const path of paths) {
    const why = await unrestorable(workspace, path);
    if (why !== undefined) return refused(path, why);
    const content = await contentAt(workspace.files, path);
    if (content === "other") return refused(path, "is no longer a file; move away what is there now, and try again");
    current.set(path, content);
  }
  const hashes = new Map([...current].map(([path, content]) => [path, contentHash(content)] as const));
  const plan = planRestore(restoration.newestFirst, hashes, restoration);
  if (plan.conflicts.length > 0) return { ok: false, conflicts: plan.conflicts };
  const stores = storesOf(workspace, restoration);
  const changes: FileChange[] = [];
  for (const step of plan.steps) {
    const change = await changeOf(step, current, stores);
    if (change === undefined) return refused(step.path, step.to?.secret === true ? SECRET : LOST);
    changes.push(change);
  }
  return changes;
}

function pathsOf({ newestFirst }: Restoration): readonly string[] {
  return [...new Set(newestFirst.flatMap(({ files }) => files.map(({ path }) => path)))];
}

function storesOf(workspace: Workspace, { newestFirst }: Restoration): readonly BlobStore[] {
  const folders = new Set(newestFirst.map(({ conversation }) => sessionFolder(workspace, conversation)));
  return [...folders].map((folder) => new BlobStore(workspace.files, folder));
}

/** Undefined when the content to go back to is lost. */
async function changeOf(
  { path, now, to }: RestoreStep,
  current: Contents,
  stores: readonly BlobStore[],
): Promise<FileChange | undefined> {
  const before = current.get(path);
  if (to === null) return { path, before, after: undefined };
  const after = to.hash === now ? before : await load(stores, to.hash);
  if (after === undefined) return undefined;
  return { path, before, after, ...(to.mode === undefined ? {} : { mode: to.mode }) };
}

async function load(stores: readonly BlobStore[], hash: string): Promise<FileContent | undefined> {
  for (const store of stores) {
    const content = await store.load(hash);
    if (content !== undefined) return content;
  }
  return undefined;
}

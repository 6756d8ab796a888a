import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isRunning, ownIdentity } from "../transaction/process-identity.ts";
import { FileError } from "../workspace/file-error.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import type { LockOutcome, LockRequest } from "./file-locks.ts";

/** How often a held lock is looked at again (milliseconds). */
const POLL_MS = 25;

/**
 * Locks files against other processes that use the same state directory. A lock is a symbolic link, because that is
 * made in one step together with what it says: who holds it. The lock of a process that no longer runs is taken over.
 */
export async function acquireProcessLocks(workspace: Workspace, request: LockRequest): Promise<LockOutcome> {
  const folder = join(workspace.stateDirectory, "locks");
  await workspace.files.makeDirectory(folder);
  const own = encodeOwner({ ...ownIdentity(), holder: request.holder });
  const deadline = performance.now() + (request.waitMs ?? 30_000);
  const taken: string[] = [];
  const release = async (): Promise<void> => {
    for (const lock of taken.splice(0)) await workspace.files.remove(lock).catch(() => undefined);
  };
  // Sorted, so that two processes that want the same files never wait for each other.
  for (const path of [...new Set(request.paths)].sort()) {
    const lock = join(folder, `${createHash("sha256").update(path).digest("hex").slice(0, 32)}.lock`);
    const refused = await take(workspace, { lock, own, deadline, path, signal: request.signal });
    if (refused !== undefined) {
      await release();
      return refused;
    }
    taken.push(lock);
  }
  return { kind: "held", release };
}

interface Wanted {
  readonly lock: string;
  readonly own: string;
  /** On the clock of `performance.now()`. */
  readonly deadline: number;
  readonly path: string;
  readonly signal: AbortSignal | undefined;
}

/** Waits for one lock; undefined when it is ours. */
async function take(
  workspace: Workspace,
  wanted: Wanted,
): Promise<Exclude<LockOutcome, { readonly kind: "held" }> | undefined> {
  for (;;) {
    if (wanted.signal?.aborted) return { kind: "aborted" };
    if (await created(workspace, wanted)) return undefined;
    const owner = await ownerOf(workspace, wanted.lock);
    if (owner === undefined) continue;
    const { pid, started, holder } = decodeOwner(owner);
    if (!isRunning({ pid, started })) await discard(workspace, wanted.lock, owner);
    else if (performance.now() >= wanted.deadline) return { kind: "busy", path: wanted.path, holder };
    else await delay(POLL_MS);
  }
}

async function created({ files }: Workspace, { own, lock }: Wanted): Promise<boolean> {
  try {
    await files.makeLink(own, lock);
    return true;
  } catch (error) {
    if (error instanceof FileError && error.reason === "EXISTS") return false;
    throw error;
  }
}

async function ownerOf({ files }: Workspace, lock: string): Promise<string | undefined> {
  return files.readLink(lock).catch(() => undefined);
}

/** Takes a dead process's lock away, by a step that only one of several can do. */
async function discard({ files }: Workspace, lock: string, dead: string): Promise<void> {
  const aside = `${lock}.${randomBytes(6).toString("hex")}`;
  await files.rename(lock, aside).catch(() => undefined);
  const moved = await files.readLink(aside).catch(() => undefined);
  // Another process was faster and this is its new lock: give it back.
  if (moved !== undefined && moved !== dead) await files.makeLink(moved, lock).catch(() => undefined);
  await files.remove(aside);
}

interface Owner {
  readonly pid: number;
  readonly started: string;
  readonly holder: string;
}

function encodeOwner({ pid, started, holder }: Owner): string {
  return [pid, started, Buffer.from(holder.slice(0, 200)).toString("base64url")].join(":");
}

function decodeOwner(text: string): Owner {
  const [pid = "", started = "", holder = ""] = text.split(":");
  return { pid: Number(pid), started, holder: Buffer.from(holder, "base64url").toString() };
}

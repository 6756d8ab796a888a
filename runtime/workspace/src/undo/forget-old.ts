import { join } from "node:path";
import type { Conversation } from "@toolwright/core";
import type { FilesPort } from "../workspace/files.port.ts";
import { removeAll } from "../workspace/whole-files.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import { BlobStore } from "./blob-store.ts";
import { readSessions, type Session } from "./session-log.ts";
import { sessionFolder, withLogLock } from "./undo-folder.ts";

/** How much is kept of a workspace. */
export interface UndoLimits {
  /** Bytes of old contents, compressed. Default 200 MB. */
  readonly maxBytes?: number;
  /** Milliseconds since the last change of a session. Default 30 days. */
  readonly maxAgeMs?: number;
}

interface Forgetting extends UndoLimits {
  readonly now: Date;
  /** Its session stays; of its contents the oldest may go. */
  readonly keep: Conversation;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Forgets the oldest sessions of a workspace until the rest is within the limits, and then the oldest contents. */
export function forgetOld(workspace: Workspace, options: Forgetting): Promise<void> {
  const { maxBytes = 200_000_000, maxAgeMs = 30 * DAY_MS, now, keep } = options;
  return withLogLock(workspace, async () => {
    const kept = sessionFolder(workspace, keep);
    let total = 0;
    const newestFirst = [...(await readSessions(workspace))].sort((one, other) => lastSeq(other) - lastSeq(one));
    for (const session of newestFirst) {
      const size = await sizeOf(workspace.files, session);
      const tooOld = now.getTime() - lastTime(session) > maxAgeMs;
      if (session.folder !== kept && (tooOld || total + size > maxBytes)) {
        // Without its head the rest is no session.
        await workspace.files.remove(join(session.folder, "session.json"));
        await removeAll(workspace.files, session.folder);
      } else total += size;
    }
    const own = newestFirst.find(({ folder }) => folder === kept);
    if (own !== undefined && total > maxBytes) await dropContents(workspace.files, own, total - maxBytes);
  });
}

function lastSeq({ entries }: Session): number {
  return entries.at(-1)?.seq ?? 0;
}

function lastTime({ entries }: Session): number {
  return Date.parse(entries.at(-1)?.time ?? "") || 0;
}

async function sizeOf(files: FilesPort, { folder }: Session): Promise<number> {
  const sizes = await new BlobStore(files, folder).sizes();
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

/** Removes the contents that only the oldest entries need, until so many bytes are free. */
async function dropContents(files: FilesPort, session: Session, excess: number): Promise<void> {
  const blobs = new BlobStore(files, session.folder);
  const sizes = await blobs.sizes();
  const lastUse = new Map<string, number>();
  for (const { seq, files: changed } of session.entries) {
    for (const { before } of changed) if (before !== null) lastUse.set(BlobStore.nameOf(before), seq);
  }
  let left = excess;
  for (const [name] of [...lastUse].sort(([, one], [, other]) => one - other)) {
    if (left <= 0) return;
    left -= sizes.get(name) ?? 0;
    await blobs.remove(name);
  }
}

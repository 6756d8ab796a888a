import type { Secret } from "@toolwright/core";
import { commitChanges, HalfDoneError } from "../transaction/commit-changes.ts";
import { ChangedMeanwhileError, type FileChange, type StandingContent } from "../transaction/file-change.ts";
import { isLarge } from "../transaction/file-content.ts";
import { missingDirectories } from "../transaction/missing-directories.ts";
import { FileError } from "../workspace/file-error.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import { appendEntry, type NewEntry, settleEntry } from "./append-entry.ts";
import type { PastChange } from "./history.ts";
import { emptiedBy, type Restoration, type RestoreOutcome, refused } from "./plan-restore.ts";
import { sealing } from "./registered-secrets.ts";
import { goneDirectories, remakeEmptied, removeEmptied } from "./remove-emptied.ts";
import { loggedFile } from "./session-log.ts";

/** Logs a restoration with what it replaces, and makes its changes, all or none. The caller holds the locks. */
export async function commitRestoration(
  workspace: Workspace,
  restoration: Restoration,
  changes: readonly FileChange[],
): Promise<RestoreOutcome> {
  const [newest] = restoration.newestFirst;
  if (newest === undefined) return { ok: true, paths: [], removed: [] };
  const entry = await appendEntry(workspace, await entryOf(workspace, { restoration, changes, newest }));
  const settle = (made: boolean): Promise<void> =>
    settleEntry(workspace, newest.conversation, { seq: entry.seq, made });
  try {
    await commitChanges(workspace, changes, { emptied: emptiedBy(restoration) });
  } catch (error) {
    if (!(error instanceof HalfDoneError)) await settle(false);
    if (error instanceof ChangedMeanwhileError) return refused(error.path, "changed at this moment");
    if (error instanceof FileError) return refused(await culprit(workspace, changes), error.message);
    throw error;
  }
  await removeEmptied(workspace, entry);
  await remakeEmptied(workspace, restoration.newestFirst);
  await settle(true);
  const removed = changes.filter(({ after }) => after === undefined).map(({ path }) => path);
  return { ok: true, paths: changes.map(({ path }) => path), removed };
}

/** The file that could not be changed, as far as that can be told: one that is write-protected, or the first. */
async function culprit({ files }: Workspace, changes: readonly FileChange[]): Promise<string> {
  for (const { path } of changes) {
    const stat = await files.stat(path, { noFollow: true }).catch(() => undefined);
    if (stat?.kind === "file" && (stat.mode & 0o222) === 0) return path;
  }
  return changes[0]?.path ?? "";
}

interface Logging {
  readonly restoration: Restoration;
  readonly changes: readonly FileChange[];
  readonly newest: PastChange;
}

async function entryOf({ files }: Workspace, { restoration, changes, newest }: Logging): Promise<NewEntry> {
  const { kind, newestFirst, now } = restoration;
  const { conversation, turn, runId } = newest;
  const sealingOf = sealing(restoration);
  const secretOf = (content: StandingContent | undefined, path: string): Secret | undefined => {
    const found = sealingOf(content, path);
    return typeof found === "string" ? undefined : found;
  };
  const [missing, gone] = [await missingDirectories(files, changes), await goneDirectories(files, newestFirst)];
  return {
    kind,
    conversation,
    turn,
    runId,
    call: "",
    tool: kind,
    time: now,
    reverses: newestFirst.map(({ seq }) => seq),
    files: await Promise.all(changes.map((change) => loggedFile(files, change, secretOf))),
    directories: [...new Set([...missing, ...gone])].sort((one, other) => one.length - other.length),
    emptied: [...emptiedBy(restoration)],
    contents: changes.flatMap(({ path, before }) =>
      before === undefined || isLarge(before) ? [] : { content: before, secret: secretOf(before, path) },
    ),
  };
}

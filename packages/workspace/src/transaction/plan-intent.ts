import { randomBytes } from "node:crypto";
import { dirname, join } from "node:path";
import { FileError } from "../workspace/file-error.ts";
import type { FileStat } from "../workspace/files.port.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import type { FileChange } from "./file-change.ts";
import { contentHash, isBytes } from "./file-content.ts";
import type { Intent, IntentStep } from "./intent.ts";
import { missingDirectories } from "./missing-directories.ts";
import { ownIdentity } from "./process-identity.ts";

/** Works out how each file will be changed. Rejects with `DENIED` when one is write-protected. */
export async function planIntent(workspace: Workspace, changes: readonly FileChange[]): Promise<Intent> {
  const { root, files } = workspace;
  const directories = await missingDirectories(files, changes);
  const steps: IntentStep[] = [];
  for (const change of changes) steps.push(await planStep(workspace, change, directories));
  const cleared: { path: string; old: string }[] = [];
  for (const { path, after } of changes) {
    if (after === undefined || (await files.stat(path, { noFollow: true }))?.kind !== "directory") continue;
    cleared.push({ path, old: nameBeside(path) });
  }
  return { version: 2, root, owner: await ownIdentity(files), steps, cleared, directories };
}

async function planStep(
  { files }: Workspace,
  { path, before, after, mode }: FileChange,
  directories: readonly string[],
): Promise<IntentStep> {
  const stat = isBytes(before) ? await files.stat(path, { noFollow: true }) : undefined;
  if (stat !== undefined && (stat.mode & 0o222) === 0) throw new FileError("DENIED");
  return {
    path,
    temp: nameBeside(path),
    old: nameBeside(path),
    inPlace: isBytes(after) && stat !== undefined && mustStayInPlace(stat),
    clears: after === undefined && directories.includes(path),
    before: contentHash(before),
    after: contentHash(after),
    ...(stat === undefined ? {} : { mode: stat.mode }),
    ...(mode === undefined || mode === stat?.mode ? {} : { modeAfter: mode }),
  };
}

/** Search tools know this name for one of ours. */
function nameBeside(path: string): string {
  return join(dirname(path), `.toolwright-${randomBytes(6).toString("hex")}.tmp`);
}

/** A new file under the old name would lose other names of the file, or belong to us. */
function mustStayInPlace(stat: FileStat): boolean {
  const foreign = process.getuid !== undefined && stat.uid !== process.getuid();
  const foreignGroup = process.getgid !== undefined && stat.gid !== process.getgid();
  return stat.links > 1 || foreign || foreignGroup;
}

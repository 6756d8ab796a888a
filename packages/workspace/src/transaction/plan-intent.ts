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
  const steps: IntentStep[] = [];
  for (const change of changes) steps.push(await planStep(workspace, change));
  const directories = await missingDirectories(workspace.files, changes);
  return { version: 1, root: workspace.root, owner: await ownIdentity(workspace.files), steps, directories };
}

async function planStep({ files }: Workspace, change: FileChange): Promise<IntentStep> {
  const { path, before, after, mode } = change;
  const stat = isBytes(before) ? await files.stat(path, { noFollow: true }) : undefined;
  if (stat !== undefined && (stat.mode & 0o222) === 0) throw new FileError("DENIED");
  const inPlace = isBytes(after) && stat !== undefined && mustStayInPlace(stat);
  return {
    path,
    temp: join(dirname(path), `.toolwright-${randomBytes(6).toString("hex")}.tmp`),
    inPlace,
    before: contentHash(before),
    after: contentHash(after),
    ...(stat === undefined ? {} : { mode: stat.mode }),
    ...(mode === undefined || mode === stat?.mode ? {} : { modeAfter: mode }),
  };
}

/** A new file under the old name would lose other names of the file, or belong to us. */
function mustStayInPlace(stat: FileStat): boolean {
  const foreign = process.getuid !== undefined && stat.uid !== process.getuid();
  const foreignGroup = process.getgid !== undefined && stat.gid !== process.getgid();
  return stat.links > 1 || foreign || foreignGroup;
}

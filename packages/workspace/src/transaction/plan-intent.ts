import { randomBytes } from "node:crypto";
import { dirname, join } from "node:path";
import { sha256 } from "../tracking/sha256.ts";
import { FileError } from "../workspace/file-error.ts";
import type { FileStat } from "../workspace/files.port.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import type { FileChange } from "./file-change.ts";
import type { Intent, IntentStep } from "./intent.ts";
import { ownIdentity } from "./process-identity.ts";

/** Works out how each file will be changed. Rejects with `DENIED` when one is write-protected. */
export async function planIntent(workspace: Workspace, changes: readonly FileChange[]): Promise<Intent> {
  const steps: IntentStep[] = [];
  for (const change of changes) steps.push(await planStep(workspace, change));
  const directories = await missingDirectories(workspace, changes);
  return { version: 1, root: workspace.root, owner: await ownIdentity(workspace.files), steps, directories };
}

async function planStep({ files }: Workspace, { path, before, after }: FileChange): Promise<IntentStep> {
  const stat = before === undefined ? undefined : await files.stat(path, { noFollow: true });
  if (stat !== undefined && (stat.mode & 0o222) === 0) throw new FileError("DENIED");
  const inPlace = after !== undefined && stat !== undefined && mustStayInPlace(stat);
  return {
    path,
    temp: join(dirname(path), `.toolwright-${randomBytes(6).toString("hex")}.tmp`),
    inPlace,
    before: before === undefined ? null : sha256(before),
    after: after === undefined ? null : sha256(after),
    ...(stat === undefined ? {} : { mode: stat.mode }),
  };
}

/** A new file under the old name would lose other names of the file, or belong to us. */
function mustStayInPlace(stat: FileStat): boolean {
  const foreign = process.getuid !== undefined && stat.uid !== process.getuid();
  const foreignGroup = process.getgid !== undefined && stat.gid !== process.getgid();
  return stat.links > 1 || foreign || foreignGroup;
}

async function missingDirectories({ files }: Workspace, changes: readonly FileChange[]): Promise<string[]> {
  const missing = new Set<string>();
  for (const { path, after } of changes) {
    if (after === undefined) continue;
    for (let at = dirname(path); (await files.stat(at)) === undefined; at = dirname(at)) missing.add(at);
  }
  return [...missing].sort((one, other) => one.length - other.length);
}

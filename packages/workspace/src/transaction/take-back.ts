import { dirname } from "node:path";
import type { FilesPort } from "../workspace/files.port.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import type { FileContent } from "./file-change.ts";
import { contentAt, contentHash, fromImage, isBytes } from "./file-content.ts";
import { afterImage, beforeImage, dropIntent, type Intent, type IntentStep } from "./intent.ts";

/** What was found when changes were taken back. */
export interface TakenBack {
  /** Files that somebody changed since: left as they are. */
  readonly conflicts: readonly string[];
}

/** Brings every file of an intent back to what it was. May itself be interrupted and repeated. */
export async function takeBack(workspace: Workspace, folder: string, intent: Intent): Promise<TakenBack> {
  const { files } = workspace;
  const conflicts: string[] = [];
  for (const [index, step] of [...intent.steps.entries()].reverse()) {
    await files.remove(step.temp);
    if (!(await restore(files, { folder, index, step }))) conflicts.push(step.path);
  }
  for (const directory of intent.directories.toReversed()) await removeIfEmpty(files, directory);
  await dropIntent(workspace, folder);
  return { conflicts };
}

interface Restored {
  readonly folder: string;
  readonly index: number;
  readonly step: IntentStep;
}

/** False when the file is neither what it was nor what we made of it. */
async function restore(files: FilesPort, { folder, index, step }: Restored): Promise<boolean> {
  const now = await contentAt(files, step.path);
  if (now === "other") return false;
  const hash = contentHash(now);
  if (hash === step.before) return restoreMode(files, step);
  const torn = step.inPlace && isBytes(now) && (await isBeginning(files, now, afterImage(folder, index)));
  if (hash !== step.after && !torn) return false;
  if (step.before === null) {
    await files.remove(step.path);
    return true;
  }
  await putBack(files, step, fromImage(await files.read(beforeImage(folder, index)), step.before));
  return true;
}

/** The content may have stayed the same while the permission bits changed. */
async function restoreMode(files: FilesPort, { path, mode, modeAfter }: IntentStep): Promise<true> {
  if (mode === undefined || modeAfter === undefined) return true;
  if ((await files.stat(path, { noFollow: true }))?.mode === modeAfter) await files.setMode(path, mode);
  return true;
}

async function putBack(
  files: FilesPort,
  { path, temp, mode, inPlace }: IntentStep,
  before: FileContent,
): Promise<void> {
  const options = { sync: true, ...(mode === undefined ? {} : { mode }) };
  if (inPlace && isBytes(before)) return files.write(path, before, options);
  if (isBytes(before)) await files.write(temp, before, options);
  else await files.makeLink(before.target, temp);
  await files.rename(temp, path);
  await files.syncDirectory(dirname(path));
}

async function isBeginning(files: FilesPort, bytes: Uint8Array, image: string): Promise<boolean> {
  const whole = await contentAt(files, image);
  return isBytes(whole) && bytes.length <= whole.length && bytes.every((byte, at) => byte === whole[at]);
}

async function removeIfEmpty(files: FilesPort, directory: string): Promise<void> {
  // Somebody may have put a file there; then it stays.
  await files.remove(directory).catch(() => undefined);
}

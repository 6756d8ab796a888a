import { dirname } from "node:path";
import { sha256 } from "../tracking/sha256.ts";
import type { FilesPort } from "../workspace/files.port.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
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
  const now = await readIfPresent(files, step.path);
  const hash = now === undefined ? null : sha256(now);
  if (hash === step.before) return true;
  const torn = step.inPlace && now !== undefined && (await isBeginning(files, now, afterImage(folder, index)));
  if (hash !== step.after && !torn) return false;
  if (step.before === null) {
    await files.remove(step.path);
    return true;
  }
  const before = await files.read(beforeImage(folder, index));
  if (step.inPlace) await files.write(step.path, before, { sync: true });
  else await replace(files, step, before);
  return true;
}

async function replace(files: FilesPort, { path, temp, mode }: IntentStep, bytes: Uint8Array): Promise<void> {
  await files.write(temp, bytes, { sync: true, ...(mode === undefined ? {} : { mode }) });
  await files.rename(temp, path);
  await files.syncDirectory(dirname(path));
}

async function isBeginning(files: FilesPort, bytes: Uint8Array, image: string): Promise<boolean> {
  const whole = await readIfPresent(files, image);
  return whole !== undefined && bytes.length <= whole.length && bytes.every((byte, at) => byte === whole[at]);
}

async function readIfPresent(files: FilesPort, path: string): Promise<Uint8Array | undefined> {
  return (await files.stat(path)) === undefined ? undefined : files.read(path);
}

async function removeIfEmpty(files: FilesPort, directory: string): Promise<void> {
  // Somebody may have put a file there; then it stays.
  await files.remove(directory).catch(() => undefined);
}

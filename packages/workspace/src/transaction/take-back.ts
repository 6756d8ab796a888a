import { dirname } from "node:path";
import { FileError } from "../workspace/file-error.ts";
import type { FilesPort, HeldDirectories } from "../workspace/files.port.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import type { FileContent } from "./file-change.ts";
import { contentAt, contentHash, fromImage, isBytes } from "./file-content.ts";
import { afterImage, beforeImage, dropIntent, type Intent, type IntentStep } from "./intent.ts";

/** What was found when changes were taken back. */
export interface TakenBack {
  /** Files that somebody changed since: left as they are. */
  readonly conflicts: readonly string[];
}

/** A change that is taken back. */
export interface Interrupted {
  readonly folder: string;
  readonly intent: Intent;
  /** The directories that it was made in, while they are still held: what it left lies there, wherever they are by now. */
  readonly held?: HeldDirectories | undefined;
}

/** Brings every file of an intent back to what it was. May itself be interrupted and repeated. */
export async function takeBack(workspace: Workspace, { folder, intent, held }: Interrupted): Promise<TakenBack> {
  const { files } = workspace;
  const conflicts: string[] = [];
  for (const [index, step] of [...intent.steps.entries()].reverse()) {
    if (!(await restoreIn(files, held, { folder, index, step }))) conflicts.push(step.path);
  }
  for (const directory of intent.directories.toReversed()) await removeIfEmpty(files, directory);
  await dropIntent(workspace, folder);
  return { conflicts };
}

async function restoreIn(
  files: FilesPort,
  held: HeldDirectories | undefined,
  restored: Omit<Restored, "place">,
): Promise<boolean> {
  if (held !== undefined) return restore(files, { ...restored, place: held });
  const place = await heldAgain(files, dirname(restored.step.path));
  if (place === "gone") return restored.step.before === null;
  if (place === "elsewhere") return false;
  try {
    return await restore(files, { ...restored, place });
  } finally {
    await place.release();
  }
}

/** Where a link leads elsewhere, what lies there is not ours to touch. */
async function heldAgain(files: FilesPort, directory: string): Promise<HeldDirectories | "gone" | "elsewhere"> {
  try {
    return await files.hold([directory]);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    if (error.reason === "NOT_FOUND") return "gone";
    if (error.reason === "IS_LINK" || error.reason === "NOT_DIRECTORY") return "elsewhere";
    throw error;
  }
}

interface Restored {
  readonly folder: string;
  readonly index: number;
  readonly step: IntentStep;
  readonly place: HeldDirectories;
}

/** False when the file is neither what it was nor what we made of it. */
async function restore(files: FilesPort, { folder, index, step, place }: Restored): Promise<boolean> {
  const path = place.at(step.path);
  await files.remove(place.at(step.temp));
  const now = await contentAt(files, path);
  if (now === "other") return false;
  const hash = contentHash(now);
  if (hash === step.before) return restoreMode(files, path, step);
  const torn = step.inPlace && isBytes(now) && (await isBeginning(files, now, afterImage(folder, index)));
  if (hash !== step.after && !torn) return false;
  if (step.before === null) {
    await files.remove(path);
    return true;
  }
  await putBack(files, { step, place, before: fromImage(await files.read(beforeImage(folder, index)), step.before) });
  return true;
}

/** The content may have stayed the same while the permission bits changed. */
async function restoreMode(files: FilesPort, path: string, { mode, modeAfter }: IntentStep): Promise<true> {
  if (mode === undefined || modeAfter === undefined) return true;
  if ((await files.stat(path, { noFollow: true }))?.mode === modeAfter) await files.setMode(path, mode);
  return true;
}

interface PutBack extends Pick<Restored, "step" | "place"> {
  readonly before: FileContent;
}

async function putBack(files: FilesPort, { step, place, before }: PutBack): Promise<void> {
  const { mode, inPlace } = step;
  const [path, temp] = [place.at(step.path), place.at(step.temp)];
  const options = { sync: true, ...(mode === undefined ? {} : { mode }) };
  if (inPlace && isBytes(before)) return files.write(path, before, options);
  if (isBytes(before)) await files.write(temp, before, options);
  else await files.makeLink(before.target, temp);
  await files.rename(temp, path);
  await files.syncDirectory(place.directory(dirname(step.path)));
}

async function isBeginning(files: FilesPort, bytes: Uint8Array, image: string): Promise<boolean> {
  const whole = await contentAt(files, image);
  return isBytes(whole) && bytes.length <= whole.length && bytes.every((byte, at) => byte === whole[at]);
}

async function removeIfEmpty(files: FilesPort, directory: string): Promise<void> {
  // Somebody may have put a file there; then it stays.
  await files.remove(directory).catch(() => undefined);
}

import { dirname } from "node:path";
import { FileError } from "../workspace/file-error.ts";
import type { FilesPort, HeldDirectories } from "../workspace/files.port.ts";
import { removeAll } from "../workspace/whole-files.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import type { StandingContent } from "./file-change.ts";
import { contentAt, contentHash, hashAt, isBytes, isLargeHash } from "./file-content.ts";
import { directoriesOf, dropIntent, type Intent, type IntentStep, obstaclesOf, stepsInPlace } from "./intent.ts";

/** What was found when changes were taken back. */
export interface TakenBack {
  /** Files that somebody changed since: left as they are. */
  readonly conflicts: readonly string[];
}

/** Brings every file of an intent back to what it was. May itself be interrupted and repeated. */
export async function takeBack(workspace: Workspace, { folder, intent, held }: Made): Promise<TakenBack> {
  const { files } = workspace;
  const conflicts: string[] = [];
  const inPlace = async (path: string, work: (place: HeldDirectories) => Promise<boolean>, ifGone = false) => {
    if (!(await at(files, { held, path, ifGone }, work))) conflicts.push(path);
  };
  const cleared = new Set(intent.cleared.map(({ path }) => path));
  for (const step of stepsInPlace(intent).toReversed()) {
    const canBeDirectory = cleared.has(step.path);
    const work = (place: HeldDirectories) => restore(files, { step, place, canBeDirectory });
    if (!step.clears) await inPlace(step.path, work, step.before === null);
  }
  for (const directory of intent.directories.toReversed()) await removeIfEmpty(files, directory);
  for (const obstacle of obstaclesOf(intent)) await inPlace(obstacle.path, (place) => moveBack(files, place, obstacle));
  await dropIntent(workspace, folder);
  return { conflicts };
}

interface Where {
  readonly held: HeldDirectories | undefined;
  readonly path: string;
  /** What it means that the directory is not there. */
  readonly ifGone: boolean;
}

/** Works in the directory of a path. False where a link leads elsewhere: what lies there is not ours to touch. */
async function at(
  files: FilesPort,
  { held, path, ifGone }: Where,
  work: (place: HeldDirectories) => Promise<boolean>,
): Promise<boolean> {
  if (held !== undefined) return work(held);
  let place: HeldDirectories;
  try {
    place = await files.hold([dirname(path)]);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    if (error.reason === "NOT_FOUND") return ifGone;
    if (error.reason === "NOT_DIRECTORY") return ifGone;
    if (error.reason === "IS_LINK") return false;
    throw error;
  }
  try {
    return await work(place);
  } finally {
    await place.release();
  }
}

interface Restored {
  readonly step: IntentStep;
  readonly place: HeldDirectories;
}

interface Restoring extends Restored {
  /** It may not have been moved away yet. */
  readonly canBeDirectory: boolean;
}

/** False when the file is neither what it was nor what we made of it. */
async function restore(files: FilesPort, { step, place, canBeDirectory }: Restoring): Promise<boolean> {
  const [path, temp, old] = [place.at(step.path), place.at(step.temp), place.at(step.old)];
  const now = await contentAt(files, path);
  if (now === "other") return canBeDirectory;
  const restored = (await isOurs(files, { step, place }, now)) && (await putBack(files, { step, place }, now));
  await files.remove(temp);
  await files.remove(old);
  return restored;
}

/** What it was, what we made of it, or the torn beginning of one; of a large file also nothing, for a moment. */
async function isOurs(files: FilesPort, { step, place }: Restored, now: StandingContent | undefined): Promise<boolean> {
  const hash = contentHash(now);
  if (hash === step.before || hash === step.after) return true;
  if (hash === null && isLargeHash(step.before)) return (await hashAt(files, place.at(step.old))) === step.before;
  if (!step.inPlace || !isBytes(now)) return false;
  return (await isBeginning(files, now, place.at(step.temp))) || isBeginning(files, now, place.at(step.old));
}

async function putBack(
  files: FilesPort,
  { step, place }: Restored,
  now: StandingContent | undefined,
): Promise<boolean> {
  const { before, mode, inPlace } = step;
  const [path, old] = [place.at(step.path), place.at(step.old)];
  if (contentHash(now) === before) return restoreMode(files, path, step);
  if (before === null) {
    await files.remove(path);
    return true;
  }
  if ((await hashAt(files, old)) !== before) return false;
  if (inPlace) await files.write(path, await files.read(old), { sync: true, ...(mode === undefined ? {} : { mode }) });
  else await files.rename(old, path);
  await files.syncDirectory(place.directory(dirname(step.path)));
  return true;
}

/** The content may have stayed the same while the permission bits changed. */
async function restoreMode(files: FilesPort, path: string, { mode, modeAfter }: IntentStep): Promise<true> {
  if (mode === undefined || modeAfter === undefined) return true;
  if ((await files.stat(path, { noFollow: true }))?.mode === modeAfter) await files.setMode(path, mode);
  return true;
}

async function isBeginning(files: FilesPort, bytes: Uint8Array, image: string): Promise<boolean> {
  const whole = await contentAt(files, image);
  return isBytes(whole) && bytes.length <= whole.length && bytes.every((byte, at) => byte === whole[at]);
}

/** False when something stands where it was by now: then it stays under the name that it was given. */
async function moveBack(
  files: FilesPort,
  place: HeldDirectories,
  { path, old }: Intent["cleared"][number],
): Promise<boolean> {
  if ((await files.stat(place.at(old), { noFollow: true })) === undefined) return true;
  if ((await files.stat(place.at(path), { noFollow: true })) !== undefined) return false;
  await files.rename(place.at(old), place.at(path));
  return true;
}

async function removeIfEmpty(files: FilesPort, directory: string): Promise<void> {
  // Somebody may have put a file there; then it stays.
  await files.remove(directory).catch(() => undefined);
}

/** A change that was made. */
interface Made {
  readonly folder: string;
  readonly intent: Intent;
  /** The directories that it was made in, while they are still held. */
  readonly held?: HeldDirectories | undefined;
}

/** Removes what a change has replaced, and forgets it. May be interrupted and repeated. */
export async function removeOld(workspace: Workspace, { folder, intent, held }: Made): Promise<void> {
  const { files } = workspace;
  const steps = stepsInPlace(intent).flatMap(({ path, temp, old }) => [temp, old].map((own) => ({ path, own })));
  const all = [...steps, ...intent.cleared.map(({ path, old }) => ({ path, own: old }))];
  for (const directory of directoriesOf(all)) {
    // A directory that is no longer where it was is somebody else's by now.
    const place = held ?? (await files.hold([directory]).catch(() => undefined));
    if (place === undefined) continue;
    for (const { path, own } of all) if (dirname(path) === directory) await removeAll(files, place.at(own));
    if (place !== held) await place.release();
  }
  await dropIntent(workspace, folder);
}

import { randomBytes } from "node:crypto";
import { dirname, join } from "node:path";
import { FileError } from "../workspace/file-error.ts";
import type { FileStat, FilesPort, HeldDirectories } from "../workspace/files.port.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import { clearWay } from "./clear-way.ts";
import { ChangedMeanwhileError, type FileChange, type FileContent, type StandingContent } from "./file-change.ts";
import { contentHash, hashAt, isBytes, isFile, isLarge } from "./file-content.ts";
import {
  directoriesOf,
  type Intent,
  type IntentStep,
  intentsFolder,
  markDone,
  obstaclesOf,
  saveIntent,
  stepsInPlace,
} from "./intent.ts";
import { missingDirectories } from "./missing-directories.ts";
import { ownIdentity } from "./process-identity.ts";
import { removeOld, takeBack } from "./take-back.ts";

/** What a change may take along. */
export interface CommitOptions {
  /** Directories without files that may go where a file takes the place of one that they are in. */
  readonly emptied?: readonly string[];
}

/**
 * Makes all changes or none, also when the process dies half-way: what is about to be done is stored first, new and old
 * contents are staged beside their files, then everything is renamed into place. The directories are held meanwhile: a
 * link that is put in the place of one leads nothing elsewhere. A file may take the place of a directory whose files
 * all go with it, and the other way round. Rejects with a `FileError` after everything was taken back. The caller holds
 * the locks and has checked that `before` is what the files hold.
 */
export async function commitChanges(
  workspace: Workspace,
  changes: readonly FileChange[],
  { emptied = [] }: CommitOptions = {},
): Promise<void> {
  if (changes.length === 0) return;
  const intent = await planIntent(workspace, changes);
  const { pid, started } = intent.owner;
  const folder = join(intentsFolder(workspace), `${pid}-${started || 0}-${randomBytes(6).toString("hex")}`);
  await workspace.files.makeDirectory(folder);
  let held: HeldDirectories | undefined;
  try {
    await saveIntent(workspace, folder, intent);
    await clearWay(workspace.files, intent, emptied);
    for (const directory of intent.directories) await workspace.files.makeDirectory(directory);
    held = await workspace.files.hold(directoriesOf([...stepsInPlace(intent), ...obstaclesOf(intent)]));
    await make({ files: workspace.files, held, steps: stepsOf(intent, changes) });
    await markDone(workspace, folder);
    // What is left of it is in nobody's way, and the next start clears it away.
    await removeOld(workspace, { folder, intent, held }).catch(() => undefined);
  } catch (error) {
    await takeBack(workspace, { folder, intent, held }).catch((second) => {
      throw new HalfDoneError({ cause: second });
    });
    throw error;
  } finally {
    await held?.release();
  }
}

/** A change failed half-way, and taking it back failed too. It is taken back at the next start. */
export class HalfDoneError extends Error {
  override readonly name = "HalfDoneError";

  constructor(options: { readonly cause: unknown }) {
    super("the change failed half-way and could not be taken back", options);
  }
}

interface Step extends Omit<IntentStep, "before" | "after"> {
  readonly hash: string | null;
  readonly before: StandingContent | undefined;
  readonly after: FileContent | undefined;
}

interface Work {
  readonly files: FilesPort;
  readonly held: HeldDirectories;
  readonly steps: readonly Step[];
}

/** But for what is out of the way already. */
function stepsOf(intent: Intent, changes: readonly FileChange[]): readonly Step[] {
  const contents = new Map(changes.map((change) => [change.path, change]));
  const left = stepsInPlace(intent).filter(({ clears }) => !clears);
  return left.map(({ before: hash, ...step }) => {
    const { before, after } = contents.get(step.path) ?? {};
    return { ...step, hash, before, after };
  });
}

async function make(work: Work): Promise<void> {
  for (const step of work.steps) await stage(work, step);
  for (const { path, hash } of work.steps) {
    if ((await hashAt(work.files, work.held.at(path))) !== hash) throw new ChangedMeanwhileError(path);
  }
  await checkInPlace(work.held);
  for (const step of work.steps) await apply(work, step);
  for (const directory of directoriesOf(work.steps)) await work.files.syncDirectory(work.held.directory(directory));
  await checkInPlace(work.held);
}

async function stage(work: Work, { temp, old, before, after, mode, modeAfter }: Step): Promise<void> {
  if (after === undefined) return;
  await write(work, { path: temp, content: after, mode: modeAfter ?? mode });
  if (before !== undefined && !isLarge(before)) await write(work, { path: old, content: before, mode });
}

interface Written {
  readonly path: string;
  readonly content: FileContent;
  readonly mode: number | undefined;
}

async function write({ files, held }: Work, { path, content, mode }: Written): Promise<void> {
  const options = { exclusive: true, sync: true, ...(mode === undefined ? {} : { mode }) };
  if (isBytes(content)) await files.write(held.at(path), content, options);
  else await files.makeLink(content.target, held.at(path));
}

async function checkInPlace(held: HeldDirectories): Promise<void> {
  const moved = await held.moved();
  if (moved !== undefined) throw new ChangedMeanwhileError(moved);
}

/** A large file is moved away, where another one has a copy. */
async function apply({ files, held }: Work, step: Step): Promise<void> {
  const { path, temp, old, inPlace, before, after, modeAfter } = step;
  const mode = modeAfter === undefined ? {} : { mode: modeAfter };
  if (after === undefined) await files.rename(held.at(path), held.at(old));
  else if (inPlace && isBytes(after)) await files.write(held.at(path), after, { sync: true, ...mode });
  else {
    if (isLarge(before)) await files.rename(held.at(path), held.at(old));
    await files.rename(held.at(temp), held.at(path));
  }
}

/** Works out how each file will be changed. Rejects with `DENIED` when one is write-protected. */
async function planIntent(workspace: Workspace, changes: readonly FileChange[]): Promise<Intent> {
  const { root, files } = workspace;
  const directories = await missingDirectories(files, changes);
  const steps: IntentStep[] = [];
  for (const change of changes) steps.push(await planStep(workspace, change, directories));
  const cleared: { path: string; old: string }[] = [];
  for (const { path, after } of changes) {
    if (after === undefined || (await files.stat(path, { noFollow: true }))?.kind !== "directory") continue;
    cleared.push({ path, old: nameBeside(path) });
  }
  return { version: 2, root, owner: ownIdentity(), steps, cleared, directories };
}

async function planStep(
  { files }: Workspace,
  { path, before, after, mode }: FileChange,
  directories: readonly string[],
): Promise<IntentStep> {
  const stat = isFile(before) ? await files.stat(path, { noFollow: true }) : undefined;
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

import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { FilesPort, HeldDirectories } from "../workspace/files.port.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import type { FileChange } from "./file-change.ts";
import { hashAt, isBytes, toImage } from "./file-content.ts";
import {
  afterImage,
  beforeImage,
  directoriesOf,
  dropIntent,
  type Intent,
  intentsFolder,
  saveIntent,
} from "./intent.ts";
import { planIntent } from "./plan-intent.ts";
import { takeBack } from "./take-back.ts";

/**
 * Makes all changes or none, also when the process dies half-way: what is about to be done and the old contents are stored
 * first, new contents are staged beside their files, then everything is renamed into place. The directories are held
 * meanwhile: a link that is put in the place of one leads nothing elsewhere. Rejects with a `FileError` after everything was taken
 * back. The caller holds the locks and has checked that `before` is what the files hold.
 */
export async function commitChanges(workspace: Workspace, changes: readonly FileChange[]): Promise<void> {
  if (changes.length === 0) return;
  const intent = await planIntent(workspace, changes);
  const { pid, started } = intent.owner;
  const folder = join(intentsFolder(workspace), `${pid}-${started || 0}-${randomBytes(6).toString("hex")}`);
  await workspace.files.makeDirectory(folder);
  let held: HeldDirectories | undefined;
  try {
    await storeImages(workspace, { folder, intent, changes });
    await saveIntent(workspace, folder, intent);
    for (const directory of intent.directories) await workspace.files.makeDirectory(directory);
    held = await workspace.files.hold(directoriesOf(intent));
    const work = { files: workspace.files, held, intent, changes };
    await stage(work);
    await checkUnchanged(work);
    await apply(work);
    await checkInPlace(held);
    await dropIntent(workspace, folder);
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

/** Somebody else changed a file between the moment it was read and the moment it would be replaced. */
export class ChangedMeanwhileError extends Error {
  override readonly name = "ChangedMeanwhileError";
  readonly path: string;

  constructor(path: string) {
    super("changed while the change was prepared");
    this.path = path;
  }
}

interface Stored {
  readonly folder: string;
  readonly intent: Intent;
  readonly changes: readonly FileChange[];
}

async function storeImages({ files }: Workspace, { folder, intent, changes }: Stored): Promise<void> {
  for (const [index, { before, after }] of changes.entries()) {
    const options = { sync: true, mode: 0o600 };
    if (before !== undefined) await files.write(beforeImage(folder, index), toImage(before), options);
    if (isBytes(after) && intent.steps[index]?.inPlace) await files.write(afterImage(folder, index), after, options);
  }
}

interface Work {
  readonly files: FilesPort;
  readonly held: HeldDirectories;
  readonly intent: Intent;
  readonly changes: readonly FileChange[];
}

async function stage({ files, held, intent, changes }: Work): Promise<void> {
  for (const [index, { temp, mode, modeAfter, inPlace }] of intent.steps.entries()) {
    const after = changes[index]?.after;
    if (inPlace || after === undefined) continue;
    const bits = modeAfter ?? mode;
    const options = { exclusive: true, sync: true, ...(bits === undefined ? {} : { mode: bits }) };
    if (isBytes(after)) await files.write(held.at(temp), after, options);
    else await files.makeLink(after.target, held.at(temp));
  }
}

async function checkUnchanged({ files, held, intent }: Work): Promise<void> {
  for (const { path, before } of intent.steps) {
    if ((await hashAt(files, held.at(path))) !== before) throw new ChangedMeanwhileError(path);
  }
  await checkInPlace(held);
}

async function checkInPlace(held: HeldDirectories): Promise<void> {
  const moved = await held.moved();
  if (moved !== undefined) throw new ChangedMeanwhileError(moved);
}

async function apply({ files, held, intent, changes }: Work): Promise<void> {
  for (const [index, { path, temp, inPlace, modeAfter }] of intent.steps.entries()) {
    const after = changes[index]?.after;
    const mode = modeAfter === undefined ? {} : { mode: modeAfter };
    if (after === undefined) await files.remove(held.at(path));
    else if (inPlace && isBytes(after)) await files.write(held.at(path), after, { sync: true, ...mode });
    else await files.rename(held.at(temp), held.at(path));
  }
  for (const directory of directoriesOf(intent)) await files.syncDirectory(held.directory(directory));
}

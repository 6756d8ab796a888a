import { constants, existsSync } from "node:fs";
import { type FileHandle, lstat, open, readlink, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { FileError } from "../workspace/file-error.ts";
import { toFileError } from "./file-errors.ts";

/**
 * Where Linux shows what this process has open: a path through it stays in that very directory, whatever becomes of its
 * name.
 */
const DESCRIPTORS = "/proc/self/fd";

/** A directory that was found where its path says, without a link on the way. */
export interface DirectoryHandle {
  /** A path to this name in it. */
  at(name: string): string;
  /** True while its path still leads to it, without a link on the way. */
  isInPlace(): Promise<boolean>;
  close(): Promise<void>;
}

/** How directories are held; `byName` is for systems that do not show what a process has open. */
export type DirectoryHolding = "descriptor" | "byName";

/** What this machine can do. */
export function directoryHolding(): DirectoryHolding {
  return existsSync(DESCRIPTORS) ? "descriptor" : "byName";
}

/** Opens a directory by its real path. Fails with `IS_LINK` where a link leads somewhere else. */
export function openDirectory(path: string, holding: DirectoryHolding): Promise<DirectoryHandle> {
  return holding === "descriptor" ? openByDescriptor(path) : openByName(path);
}

/**
 * Does something to one name of a directory that is where its path says. Where a directory can only be held by its
 * name, that is looked at again afterwards, and `undo` takes back what was done elsewhere.
 */
export async function inDirectory<T>(
  path: string,
  holding: DirectoryHolding,
  work: (at: string) => Promise<T>,
  undo?: (at: string) => Promise<void>,
): Promise<T> {
  const directory = await openDirectory(dirname(path), holding);
  try {
    const at = directory.at(basename(path));
    const done = await work(at);
    if (holding === "byName" && !(await directory.isInPlace())) {
      await undo?.(at).catch(() => undefined);
      throw new FileError("IS_LINK");
    }
    return done;
  } finally {
    await directory.close();
  }
}

async function openByDescriptor(path: string): Promise<DirectoryHandle> {
  const handle = await opened(path);
  const place = join(DESCRIPTORS, String(handle.fd));
  const directory: DirectoryHandle = {
    at: (name) => join(place, name),
    isInPlace: async () => (await readlink(place).catch(() => undefined)) === path,
    close: () => handle.close(),
  };
  if (await directory.isInPlace()) return directory;
  await handle.close();
  throw new FileError("IS_LINK");
}

async function opened(path: string): Promise<FileHandle> {
  const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;
  try {
    return await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  } catch (error) {
    // For a link in the last place the system says only that it is no directory.
    const found = await lstat(path).catch(() => undefined);
    throw found?.isSymbolicLink() ? new FileError("IS_LINK", error) : toFileError(error);
  }
}

async function openByName(path: string): Promise<DirectoryHandle> {
  const identity = await identityOf(path);
  if (identity === undefined) throw new FileError("IS_LINK");
  return {
    at: (name) => join(path, name),
    isInPlace: async () => (await identityOf(path).catch(() => undefined)) === identity,
    close: async () => undefined,
  };
}

/** Undefined where a link is on the way. */
async function identityOf(path: string): Promise<string | undefined> {
  try {
    const [real, { dev, ino }] = await Promise.all([realpath(path), lstat(path, { bigint: true })]);
    return real === path ? `${dev}:${ino}` : undefined;
  } catch (error) {
    throw toFileError(error);
  }
}

import type { BigIntStats } from "node:fs";
import { lstat, mkdir, readdir, readlink, realpath, rename, rmdir, stat, symlink, unlink } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { anything, aText, checkOptions } from "@toolwright/core/internal";
import { FileError } from "../workspace/file-error.ts";
import type { DirectoryEntry, FileKind, FileStat, FilesPort, HeldDirectories } from "../workspace/files.port.ts";
import { isInside } from "../workspace/is-inside.ts";
import {
  type DirectoryHandle,
  type DirectoryHolding,
  directoryHolding,
  inDirectory,
  openDirectory,
} from "./directory-handle.ts";
import { ifPresent, translated } from "./file-errors.ts";
import { readBytes, setMode, streamBytes, syncDirectory, writeBytes } from "./open-file.ts";

/** How the files of this machine are reached. */
export interface LocalFilesOptions {
  /**
   * Absolute real path. Below it a link on the way is refused with `IS_LINK` in place of being followed. Default:
   * nowhere.
   */
  readonly root?: string;
  /** A directory below the root that is not part of it: what tools keep aside. */
  readonly apart?: string;
  /** Default: what this machine can do. */
  readonly holding?: DirectoryHolding;
}

/** The files of this machine. */
export function createLocalFiles(options: LocalFilesOptions = {}): FilesPort {
  checkOptions<LocalFilesOptions>(options, {
    of: "createLocalFiles",
    rules: { root: aText, apart: aText, holding: anything },
  });
  const { holding = directoryHolding() } = options;
  const isStrict = (path: string) => isBelow(options, path);
  const at: At = (given, work, undo) => {
    const path = resolve(given);
    return translated(isStrict(path) ? inDirectory(path, holding, work, undo) : work(given));
  };
  const undoNew = (isNew: boolean | undefined) => (isNew === true ? unlink : undefined);
  return {
    async stat(path, options) {
      const found = await ifPresent((options?.noFollow ? lstat : stat)(path, { bigint: true }));
      return found && toFileStat(found);
    },
    realPath: (path) => ifPresent(realpath(path)),
    readLink: (path) => at(path, (place) => readlink(place)),
    list: (path) => translated(isStrict(resolve(path)) ? listHeld(resolve(path), holding) : list(path)),
    read: (path, range) => at(path, (place) => readBytes(place, range)),
    stream: (path) => streamBytes((open) => at(path, open)),
    write: (path, bytes, options) =>
      at(path, (place) => writeBytes(place, bytes, options), undoNew(options?.exclusive)),
    rename: (from, to) =>
      at(from, (source) =>
        at(
          to,
          (target) => rename(source, target),
          (target) => rename(target, source),
        ),
      ),
    remove: (path) => at(path, remove).catch(unlessGone),
    makeDirectory: (path) =>
      isStrict(resolve(path))
        ? makeBelow(resolve(path), at)
        : translated(mkdir(path, { recursive: true })).then(() => undefined),
    makeLink: (target, path) => at(path, (place) => symlink(target, place), unlink),
    setMode: (path, mode) => at(path, (place) => setMode(place, mode)),
    syncDirectory: (path) => at(path, syncDirectory),
    hold: (directories) => translated(holdDirectories(directories, holding)),
  };
}

type At = <T>(path: string, work: (at: string) => Promise<T>, undo?: (at: string) => Promise<void>) => Promise<T>;

function isBelow({ root, apart }: LocalFilesOptions, path: string): boolean {
  if (root === undefined || path === root || !isInside(root, path)) return false;
  return apart === undefined || !isInside(apart, path);
}

/** One directory after the other, each made in one that is where its path says. */
async function makeBelow(path: string, at: At): Promise<void> {
  const found = await ifPresent(lstat(path));
  if (found === undefined) {
    await makeBelow(dirname(path), at).catch(throughFile);
    await at(path, (place) => mkdir(place), rmdir).catch(unlessThere);
  } else if (found.isSymbolicLink()) throw new FileError("IS_LINK");
  else if (!found.isDirectory()) throw new FileError("EXISTS");
}

function throughFile(error: unknown): never {
  throw error instanceof FileError && error.reason === "EXISTS" ? new FileError("NOT_DIRECTORY", error) : error;
}

/** A directory on the way that is missing, or is a file, leads to nothing either. */
function unlessGone(error: unknown): void {
  if (!(error instanceof FileError && (error.reason === "NOT_FOUND" || error.reason === "NOT_DIRECTORY"))) throw error;
}

function unlessThere(error: unknown): void {
  if (!(error instanceof FileError && error.reason === "EXISTS")) throw error;
}

async function list(path: string): Promise<DirectoryEntry[]> {
  return (await readdir(path, { withFileTypes: true })).map(entryOf).sort(byName);
}

async function listHeld(path: string, holding: DirectoryHolding): Promise<DirectoryEntry[]> {
  const directory = await openDirectory(path, holding);
  try {
    const entries = await list(directory.at("."));
    if (holding === "byName" && !(await directory.isInPlace())) throw new FileError("IS_LINK");
    return entries;
  } finally {
    await directory.close();
  }
}

async function remove(path: string): Promise<void> {
  const found = await ifPresent(lstat(path));
  if (found === undefined) return;
  await ifPresent(found.isDirectory() ? rmdir(path) : unlink(path));
}

type NodeEntry = Parameters<typeof kindOf>[0] & { readonly name: string };

function entryOf(entry: NodeEntry): DirectoryEntry {
  return { name: entry.name, kind: kindOf(entry) };
}

function byName(one: { name: string }, other: { name: string }): number {
  if (one.name === other.name) return 0;
  return one.name < other.name ? -1 : 1;
}

/** Opens all of them, or none. */
async function holdDirectories(directories: readonly string[], holding: DirectoryHolding): Promise<HeldDirectories> {
  const held = new Map<string, DirectoryHandle>();
  const release = async () => void (await Promise.all([...held.values()].map((handle) => handle.close())));
  try {
    for (const path of new Set(directories)) held.set(path, await openDirectory(path, holding));
  } catch (error) {
    await release();
    throw error;
  }
  return {
    at(path) {
      const directory = held.get(dirname(path));
      if (directory === undefined) throw new FileError("IO");
      return directory.at(basename(path));
    },
    directory(path) {
      const directory = held.get(path);
      if (directory === undefined) throw new FileError("IO");
      return join(directory.at("."));
    },
    async moved() {
      for (const [path, handle] of held) if (!(await handle.isInPlace())) return path;
      return undefined;
    },
    release,
  };
}

interface Kinds {
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

/** Node's four questions as one word. */
function kindOf(entry: Kinds): FileKind {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "directory";
  return entry.isSymbolicLink() ? "link" : "other";
}

/** Node's stat as the port's. */
function toFileStat(stats: BigIntStats): FileStat {
  return {
    kind: kindOf(stats),
    size: Number(stats.size),
    mode: Number(stats.mode) & 0o7777,
    mtimeNs: stats.mtimeNs,
    dev: stats.dev,
    ino: stats.ino,
    links: Number(stats.nlink),
    uid: Number(stats.uid),
    gid: Number(stats.gid),
  };
}

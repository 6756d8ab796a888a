import { lstat, mkdir, readdir, readlink, realpath, rename, rmdir, stat, symlink, unlink } from "node:fs/promises";
import type { FilesPort } from "../workspace/files.port.ts";
import { ifPresent, translated } from "./file-errors.ts";
import { kindOf, toFileStat } from "./file-stat.ts";
import { readBytes, setMode, streamBytes, syncDirectory, writeBytes } from "./open-file.ts";

/** The files of this machine. */
export function createLocalFiles(): FilesPort {
  return {
    async stat(path, options) {
      const found = await ifPresent((options?.noFollow ? lstat : stat)(path, { bigint: true }));
      return found && toFileStat(found);
    },
    realPath: (path) => ifPresent(realpath(path)),
    readLink: (path) => translated(readlink(path)),
    list: async (path) => (await translated(readdir(path, { withFileTypes: true }))).map(entryOf).sort(byName),
    read: (path, range) => translated(readBytes(path, range)),
    stream: streamBytes,
    write: (path, bytes, options) => translated(writeBytes(path, bytes, options)),
    rename: (from, to) => translated(rename(from, to)),
    remove,
    makeDirectory: async (path) => void (await translated(mkdir(path, { recursive: true }))),
    makeLink: (target, path) => translated(symlink(target, path)),
    setMode: (path, mode) => translated(setMode(path, mode)),
    syncDirectory: (path) => translated(syncDirectory(path)),
  };
}

async function remove(path: string): Promise<void> {
  const found = await ifPresent(lstat(path));
  if (found === undefined) return;
  await ifPresent(found.isDirectory() ? rmdir(path) : unlink(path));
}

type NodeEntry = Parameters<typeof kindOf>[0] & { readonly name: string };

function entryOf(entry: NodeEntry): { name: string; kind: ReturnType<typeof kindOf> } {
  return { name: entry.name, kind: kindOf(entry) };
}

function byName(one: { name: string }, other: { name: string }): number {
  if (one.name === other.name) return 0;
  return one.name < other.name ? -1 : 1;
}

import { resolve } from "node:path";
import { FileError } from "../workspace/file-error.ts";
import type { DirectoryEntry, FileStat, FilesPort, HeldDirectories, WriteOptions } from "../workspace/files.port.ts";
import type { MemoryNode, MemoryTree } from "./memory-tree.ts";

const PIECE = 64 * 1024;

/** Files that live in a {@link MemoryTree}. */
export function createMemoryFiles(tree: MemoryTree): FilesPort {
  return {
    async stat(path, options) {
      const real = present(tree, path, options?.noFollow !== true);
      const node = real === undefined ? undefined : tree.at(real);
      return node && statOf(node);
    },
    realPath: async (path) => present(tree, path, true),
    readLink: async (path) => {
      const node = existing(tree, path, false).node;
      if (node.kind !== "link") throw new FileError("IO");
      return node.target;
    },
    list: async (path) => list(tree, path),
    async read(path, range) {
      const { bytes } = regular(tree, path);
      if (range === undefined) return bytes.slice();
      return bytes.slice(range.offset, range.offset + range.length);
    },
    async *stream(path) {
      const { bytes } = regular(tree, path);
      for (let at = 0; at < bytes.length; at += PIECE) yield bytes.slice(at, at + PIECE);
    },
    write: async (path, bytes, options) => write(tree, path, bytes, options),
    rename: async (from, to) => rename(tree, from, to),
    remove: async (path) => remove(tree, path),
    makeDirectory: async (path) => makeDirectory(tree, path),
    async makeLink(target, path) {
      const place = tree.place(path);
      if (tree.at(place) !== undefined) throw new FileError("EXISTS");
      tree.put(place, { kind: "link", target });
    },
    async setMode(path, mode) {
      const { node } = existing(tree, path, false);
      if (node.kind === "link") throw new FileError("IS_LINK");
      node.mode = mode;
    },
    async syncDirectory(path) {
      existing(tree, path, true);
    },
    hold: async (directories) => hold(tree, directories),
  };
}

/** Nothing else moves a directory while a change is made: looking is enough. */
function hold(tree: MemoryTree, directories: readonly string[]): HeldDirectories {
  const moved = () => directories.find((path) => present(tree, path, true) !== path);
  if (moved() !== undefined) throw new FileError("IS_LINK");
  return { at: (path) => path, directory: (path) => path, moved: async () => moved(), release: async () => undefined };
}

function present(tree: MemoryTree, path: string, follow: boolean): string | undefined {
  try {
    return tree.find(path, follow);
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}

function existing(tree: MemoryTree, path: string, follow: boolean): { real: string; node: MemoryNode } {
  const real = tree.find(path, follow);
  const node = real === undefined ? undefined : tree.at(real);
  if (real === undefined || node === undefined) throw new FileError("NOT_FOUND");
  return { real, node };
}

function regular(tree: MemoryTree, path: string): Extract<MemoryNode, { kind: "file" }> {
  const { node } = existing(tree, path, false);
  if (node.kind === "file") return node;
  throw irregular(node);
}

function irregular(node: MemoryNode): FileError {
  if (node.kind === "link") return new FileError("IS_LINK");
  return new FileError(node.kind === "directory" ? "IS_DIRECTORY" : "NOT_REGULAR");
}

function statOf(node: MemoryNode): FileStat {
  const size = node.kind === "file" ? node.bytes.length : 0;
  const { kind, mode, mtimeNs, ino } = node;
  return { kind, size, mode, mtimeNs, ino, dev: 1n, links: 1, uid: 0, gid: 0 };
}

function list(tree: MemoryTree, path: string): readonly DirectoryEntry[] {
  const { real, node } = existing(tree, path, true);
  if (node.kind !== "directory") throw new FileError("NOT_DIRECTORY");
  return tree.names(real).map((name) => ({ name, kind: tree.at(resolve(real, name))?.kind ?? "other" }));
}

function write(tree: MemoryTree, path: string, bytes: Uint8Array, options: WriteOptions = {}): void {
  const place = tree.place(path);
  const node = tree.at(place);
  if (node === undefined) {
    tree.put(place, { kind: "file", bytes: bytes.slice(), mode: options.mode ?? 0o644 });
    return;
  }
  if (options.exclusive === true) throw new FileError("EXISTS");
  if (node.kind !== "file") throw irregular(node);
  node.bytes = options.append === true ? joined(node.bytes, bytes) : bytes.slice();
  node.mode = options.mode ?? node.mode;
  node.mtimeNs = tree.tick();
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

function rename(tree: MemoryTree, from: string, to: string): void {
  const { real, node } = existing(tree, from, false);
  const place = tree.place(to);
  const old = tree.at(place);
  if (place === real) return;
  if (old?.kind === "directory") {
    if (node.kind !== "directory") throw new FileError("IS_DIRECTORY");
    if (tree.names(place).length > 0) throw new FileError("NOT_EMPTY");
  } else if (old !== undefined && node.kind === "directory") throw new FileError("NOT_DIRECTORY");
  tree.move(real, place);
}

function remove(tree: MemoryTree, path: string): void {
  const real = present(tree, path, false);
  if (real === undefined) return;
  if (tree.names(real).length > 0) throw new FileError("NOT_EMPTY");
  tree.delete(real);
}

function makeDirectory(tree: MemoryTree, path: string): void {
  const names = resolve("/", path).split("/").filter(Boolean);
  let at = "/";
  for (const name of names) {
    const next = tree.place(resolve(at, name));
    if (tree.at(next) === undefined) tree.put(next, { kind: "directory" });
    const real = tree.find(next, true);
    if (real === undefined) throw new FileError("NOT_FOUND");
    if (tree.at(real)?.kind !== "directory") throw new FileError(real === next ? "EXISTS" : "NOT_DIRECTORY");
    at = real;
  }
}

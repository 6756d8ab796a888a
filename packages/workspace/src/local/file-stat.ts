import type { BigIntStats } from "node:fs";
import type { FileKind, FileStat } from "../workspace/files.port.ts";

interface Kinds {
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

/** Node's four questions as one word. */
export function kindOf(entry: Kinds): FileKind {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "directory";
  return entry.isSymbolicLink() ? "link" : "other";
}

/** Node's stat as the port's. */
export function toFileStat(stats: BigIntStats): FileStat {
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

/** What stands at a path. `other`: a FIFO, socket or device. */
export type FileKind = "file" | "directory" | "link" | "other";

/** What is known of a path. Times are for comparing with each other, never with a clock. */
export interface FileStat {
  readonly kind: FileKind;
  /** Bytes. */
  readonly size: number;
  /** Permission bits only (`0o7777`). */
  readonly mode: number;
  /** Nanoseconds. */
  readonly mtimeNs: bigint;
  readonly dev: bigint;
  readonly ino: bigint;
  /** Names of this file (hard links). */
  readonly links: number;
  readonly uid: number;
  readonly gid: number;
}

export interface DirectoryEntry {
  readonly name: string;
  readonly kind: FileKind;
}

/** A part of a file, in bytes. */
export interface ByteRange {
  readonly offset: number;
  /** At most this many are returned. */
  readonly length: number;
}

/** How a file is written. */
export interface WriteOptions {
  /** Fails with `EXISTS` when something is there, a dangling link too. */
  readonly exclusive?: boolean;
  /** Adds to the end of what is there. */
  readonly append?: boolean;
  /** Permission bits, set whatever the umask says. Left out: the umask decides, an existing file keeps its own. */
  readonly mode?: number;
  /** Reaches the disk before the promise resolves. */
  readonly sync?: boolean;
}

/** Directories that stay the ones they were, whatever is put in their place meanwhile. */
export interface HeldDirectories {
  /** For a path directly in one of them: one that stays in that very directory. For the other methods of the port. */
  at(path: string): string;
  /** The same for the directory itself. */
  directory(path: string): string;
  /** The first one that its path no longer leads to without a link, or undefined. */
  moved(): Promise<string | undefined>;
  release(): Promise<void>;
}

/**
 * Files by absolute path. Judges nothing: callers pass what `resolvePath` gave them.
 * Below the root of a workspace a link on the way is refused with `IS_LINK`, but by `stat` and `realPath`, which follow
 * it: what was judged is what is opened. Elsewhere links on the way are followed. A link in the last component is
 * followed by `stat` and `realPath` (and outside of a workspace by `list`), refused with `IS_LINK` by `read`, `stream`,
 * `write` and `setMode`, and taken as itself by the others: judge the real path, then use that. Fails with a
 * `FileError`; a missing path is `undefined` where the type says so.
 */
export interface FilesPort {
  /** `noFollow`: describes a link itself. Undefined when nothing is there. */
  stat(path: string, options?: { readonly noFollow?: boolean }): Promise<FileStat | undefined>;
  /** Every link on the way resolved. Undefined when nothing is there, also behind a dangling link. */
  realPath(path: string): Promise<string | undefined>;
  readLink(path: string): Promise<string>;
  /** Sorted by name in code-unit order. */
  list(path: string): Promise<readonly DirectoryEntry[]>;
  /** Regular files only: anything else fails at once with `NOT_REGULAR` or `IS_DIRECTORY` and never blocks. */
  read(path: string, range?: ByteRange): Promise<Uint8Array>;
  /** Like `read`, in pieces of at most 64 KiB. */
  stream(path: string): AsyncIterable<Uint8Array>;
  /** Creates, or overwrites in place; the parent must exist. */
  write(path: string, bytes: Uint8Array, options?: WriteOptions): Promise<void>;
  /** Replaces `to` in one step when it is there. */
  rename(from: string, to: string): Promise<void>;
  /** Removes one file, link or empty directory. Missing is fine. */
  remove(path: string): Promise<void>;
  /** With the parents; there already is fine. */
  makeDirectory(path: string): Promise<void>;
  /** A symbolic link at `path` that holds `target` as given. */
  makeLink(target: string, path: string): Promise<void>;
  setMode(path: string, mode: number): Promise<void>;
  /** Makes renames and removals inside this directory last. */
  syncDirectory(path: string): Promise<void>;
  /** Holds directories, given by their real paths. Fails with `IS_LINK` where a link is on the way. */
  hold(directories: readonly string[]): Promise<HeldDirectories>;
}

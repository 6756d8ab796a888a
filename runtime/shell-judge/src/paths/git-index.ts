import { readFileSync, statSync } from "node:fs";
import { type FoundRepository, findRepository } from "./ask-git.ts";
import { foldName } from "./protected-paths.ts";

/** The largest index that is read, in bytes. */
const MAX_BYTES = 67_108_864;

/** The names that an index holds, and those of them that are repositories of their own. */
export interface Index {
  /** Folded as names are compared. */
  readonly names: ReadonlySet<string>;
  readonly repositories: readonly string[];
}

/**
 * The names that the repository of a directory tracks, relative to it and folded as names are compared. Undefined where
 * that cannot be said for certain: no index, or one of a form that is not known here to the last byte.
 */
export async function trackedNames(root: string): Promise<ReadonlySet<string> | undefined> {
  const repository = await findRepository(root);
  return repository?.begins === true ? readIndex(repository)?.names : undefined;
}

/** Reads the index of a repository. Undefined: there is none, or it is of a form that is not known here. */
export function readIndex({ index, format }: FoundRepository): Index | undefined {
  // Longer names of objects make every entry longer.
  if (format !== "sha1") return undefined;
  const stat = statSync(index, { throwIfNoEntry: false });
  return stat?.isFile() === true && stat.size <= MAX_BYTES ? indexIn(readFileSync(index)) : undefined;
}

/** Bytes before the name of an entry, and where in them its mode and its flags stand. */
const HEAD = 62;
const MODE = 24;
const FLAGS = 60;

const EXTENDED = 0x4000;

/** Files, links, and repositories inside; whole folders only stand in sparse indexes, which are not read. */
const MODES = new Set([0o100644, 0o100755, 0o120000, 0o160000]);

const REPOSITORY = 0o160000;

/** Bytes behind the last part: a hash of all that stands before it. */
const TAIL = 20;

function indexIn(index: Buffer): Index | undefined {
  if (index.length < 12 || index.toString("latin1", 0, 4) !== "DIRC") return undefined;
  const version = index.readUInt32BE(4);
  const count = index.readUInt32BE(8);
  if (version < 2 || version > 4) return undefined;
  const names = new Set<string>();
  const repositories: string[] = [];
  let at = 12;
  let last = "";
  for (let entry = 0; entry < count; entry++) {
    const read = entryAt(index, at, { version, last });
    if (read === undefined) return undefined;
    const name = Buffer.from(read.name, "latin1").toString("utf8");
    if (index.readUInt32BE(at + MODE) === REPOSITORY) repositories.push(name);
    last = read.name;
    at = read.next;
    names.add(foldName(name));
  }
  return areOptional(index, at) ? { names, repositories } : undefined;
}

/**
 * Whether what stands behind the entries changes nothing in them: its names begin with a capital. A split index keeps
 * most of its entries elsewhere, and says so in a `link`.
 */
function areOptional(index: Buffer, from: number): boolean {
  let at = from;
  while (at + 8 <= index.length - TAIL) {
    if (!/[A-Z]/.test(index.toString("latin1", at, at + 1))) return false;
    at += 8 + index.readUInt32BE(at + 4);
  }
  return at === index.length - TAIL;
}

/** One entry, its name a letter for each byte; version 4 leaves out what it has in common with the name before. */
function entryAt(
  index: Buffer,
  at: number,
  { version, last }: { readonly version: number; readonly last: string },
): { readonly name: string; readonly next: number } | undefined {
  if (at + HEAD + 2 > index.length || !MODES.has(index.readUInt32BE(at + MODE))) return undefined;
  const start = at + HEAD + ((index.readUInt16BE(at + FLAGS) & EXTENDED) === 0 ? 0 : 2);
  const from = version === 4 ? dropped(index, start) : { at: start, count: last.length };
  const end = index.indexOf(0, from.at);
  if (end < 0 || from.count > last.length) return undefined;
  const name = last.slice(0, last.length - from.count) + index.toString("latin1", from.at, end);
  return { name, next: version === 4 ? end + 1 : at + ((end - at + 8) & ~7) };
}

/** How many bytes of the name before are dropped, seven bits a byte, and where the rest of this one begins. */
function dropped(index: Buffer, start: number): { readonly at: number; readonly count: number } {
  let at = start;
  let byte = index[at++] ?? 0;
  let count = byte & 127;
  while ((byte & 128) !== 0 && at < index.length && count < 65_536) {
    byte = index[at++] ?? 0;
    count = ((count + 1) << 7) | (byte & 127);
  }
  return { at, count };
}

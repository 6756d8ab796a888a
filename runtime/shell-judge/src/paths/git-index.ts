import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { foldName } from "./protected-paths.ts";

/** The largest index that is read, in bytes. */
const MAX_BYTES = 67_108_864;

/**
 * The names that the repository of a directory tracks, relative to it and folded as names are compared. Undefined where
 * that cannot be said for certain: no index, or one of a form that is not known here to the last byte.
 */
export function trackedNames(root: string): ReadonlySet<string> | undefined {
  const directory = gitDirectory(root);
  if (directory === undefined || isOtherFormat(directory)) return undefined;
  const path = `${directory}/index`;
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() === true && stat.size <= MAX_BYTES ? namesIn(readFileSync(path)) : undefined;
}

function gitDirectory(root: string): string | undefined {
  const entry = `${root}/.git`;
  const stat = statSync(entry, { throwIfNoEntry: false });
  if (stat === undefined || stat.isDirectory()) return stat === undefined ? undefined : entry;
  const named = /^gitdir:\s*(.+?)\s*$/m.exec(readFileSync(entry, "utf8"))?.[1];
  return named === undefined ? undefined : resolve(root, named);
}

/** Longer names of objects make every entry longer. */
function isOtherFormat(directory: string): boolean {
  const common = statSync(`${directory}/commondir`, { throwIfNoEntry: false }) !== undefined;
  const config = common ? resolve(directory, readFileSync(`${directory}/commondir`, "utf8").trim()) : directory;
  const path = `${config}/config`;
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return true;
  return /objectformat/i.test(readFileSync(path, "utf8"));
}

/** Bytes before the name of an entry, and where in them its mode and its flags stand. */
const HEAD = 62;
const MODE = 24;
const FLAGS = 60;

const EXTENDED = 0x4000;

/** Files, links, and repositories inside; whole folders only stand in sparse indexes, which are not read. */
const MODES = new Set([0o100644, 0o100755, 0o120000, 0o160000]);

function namesIn(index: Buffer): ReadonlySet<string> | undefined {
  if (index.length < 12 || index.toString("latin1", 0, 4) !== "DIRC") return undefined;
  const version = index.readUInt32BE(4);
  const count = index.readUInt32BE(8);
  if (version < 2 || version > 4) return undefined;
  const names = new Set<string>();
  let at = 12;
  let last = "";
  for (let entry = 0; entry < count; entry++) {
    const read = entryAt(index, at, { version, last });
    if (read === undefined) return undefined;
    last = read.name;
    at = read.next;
    names.add(foldName(Buffer.from(last, "latin1").toString("utf8")));
  }
  // A split index keeps most of its entries elsewhere.
  return index.toString("latin1", at, at + 4) === "link" ? undefined : names;
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

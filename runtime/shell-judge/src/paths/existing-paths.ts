import { type Dirent, lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { unescaped } from "../read/shell-word.ts";
import { parseSegment, type SegmentGlob, segmentFits } from "../rules/segment-glob.ts";
import { guardedIn } from "./guarded-files.ts";
import type { ExistingPath } from "./real-paths.ts";
import { isSecretName, isSecretPath, meetsSecretName } from "./secret-names.ts";

/** Neither more names of one glob, nor more remarkable ones of one search, are told. */
const MAX_NAMES = 2_000;

/** So much is looked at for one call, about a microsecond each: a name, or a sixteenth of a folder that is opened. */
const MAX_LOOKS = 200_000;

/** What a folder costs that is opened, and a part of a path that may be a link. */
const FOLDER = 16;
const PART = 4;

/** How much more is looked at for one call. */
interface Looks {
  left: number;
}

export function looksForOneCall(): Looks {
  return { left: MAX_LOOKS };
}

/** Where wildcards lead that go over links. */
export function existingPaths(glob: string, looks = looksForOneCall()): readonly ExistingPath[] {
  const matched = expanded(glob, looks);
  return matched === undefined ? [unfinishedAt(glob)] : namedPaths(glob, matched, looks);
}

/** The same, and what a search below finds that is hidden or a link. */
export async function existingBelow(glob: string, looks = looksForOneCall()): Promise<readonly ExistingPath[]> {
  const matched = expanded(glob, looks);
  if (matched === undefined) return [unfinishedAt(glob)];
  const named = namedPaths(glob, matched, looks);
  return looks.left < 0 ? named : [...named, ...(await hiddenBelow(matched, looks))];
}

function namedPaths(glob: string, matched: readonly string[], looks: Looks): readonly ExistingPath[] {
  if (!/^(?:[^\\*?[]|\\[\s\S])*[*?[]/.test(glob)) return [];
  looks.left -= matched.length * PART * glob.split("/").length;
  return looks.left < 0 ? [unfinishedAt(glob)] : matched.map((path) => marked(withReal(path)));
}

function unfinishedAt(path: string): ExistingPath {
  return { path, real: undefined, unfinished: true };
}

/** Plain is what is no link, and not named like an option or a secret. */
function marked(found: ExistingPath): ExistingPath {
  const { path, real } = found;
  return path !== real || path.includes("/-") || isSecretPath(path) ? found : { ...found, plain: true };
}

/** The names that a shell would put in the place of an absolute glob; undefined: more than are looked at. */
function expanded(glob: string, looks: Looks): readonly string[] | undefined {
  let found: readonly string[] = [""];
  for (const part of glob.split("/")) {
    if (part === "" || part === ".") continue;
    const pattern = parseSegment(part);
    const next: string[] = [];
    for (const directory of found) {
      for (const name of namesIn(directory, pattern, looks)) next.push(`${directory}/${name}`);
      if (next.length > MAX_NAMES || looks.left < 0) return undefined;
    }
    found = next;
  }
  const there = found.filter((path) => isThere(path) || isGarbled(path));
  // Where nothing fits, bash leaves the word as it is, and a file may be called so.
  const literal = unescaped(glob);
  return there.length === 0 && isThere(literal) ? [literal] : there;
}

/** A name that is no UTF-8 is not known to the letter, so that nobody can look at its file. */
function isGarbled(path: string): boolean {
  return path.includes("\ufffd");
}

/** The names of a folder that fit. A star stands for no dot at the beginning. */
function namesIn(directory: string, pattern: SegmentGlob, looks: Looks): readonly string[] {
  if (pattern.literal !== undefined) return [pattern.literal];
  const names = entriesOf(directory).map(({ name }) => name);
  const [first] = pattern.tokens;
  looks.left -= FOLDER + names.length * Math.ceil(pattern.tokens.length / 16);
  if (looks.left < 0) return [];
  const hidden = first?.kind === "char" && first.char === ".";
  return names.filter((name) => (hidden || !name.startsWith(".")) && segmentFits(pattern, name));
}

function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Another program runs in between, after so many milliseconds. */
const SHARE_MS = 5;

async function hiddenBelow(starts: readonly string[], looks: Looks): Promise<readonly ExistingPath[]> {
  const found: ExistingPath[] = starts
    .filter(isRevealedFromAbove)
    .map((path) => ({ ...withReal(path), reveals: true }));
  const folders = [...starts];
  let since = performance.now();
  for (const directory of folders) {
    if (looks.left < 0 || found.length >= MAX_NAMES) return [unfinishedAt(starts[0] ?? "/"), ...found];
    const entries = entriesOf(directory);
    looks.left -= FOLDER + entries.length;
    const guarded = guardedIn(directory);
    for (const entry of entries) {
      const path = `${directory}/${entry.name}`;
      found.push(...remarkable(entry, path, guarded));
      if (entry.isDirectory() && !/^(?:\.git|node_modules)$/.test(entry.name)) folders.push(path);
    }
    if (performance.now() - since < SHARE_MS) continue;
    await new Promise((resolve) => setImmediate(resolve));
    since = performance.now();
  }
  return found;
}

/** An entry that is hidden, a link, or named like a secret, an option or what other programs go by. */
function remarkable(entry: Dirent, path: string, guarded: (name: string) => boolean): readonly ExistingPath[] {
  const { name } = entry;
  if (entry.isSymbolicLink() || name.startsWith(".") || isSecretName(name) || (isGarbled(name) && !entry.isFile())) {
    const reveals = PASSED_OVER.includes(name) && takesBack(path);
    return [{ ...withReal(path, entry.isSymbolicLink()), reveals }];
  }
  if (/^-|[\s'"\\*?[]/.test(name)) return [{ path, real: path, odd: true }];
  return guarded(name) ? [{ path, real: path, guarded: true }] : [];
}

/** Lists of what searches pass over. ripgrep goes by those of all folders above, too. */
const PASSED_OVER = [".ignore", ".rgignore", ".gitignore", ".git/info/exclude"];

function isRevealedFromAbove(start: string): boolean {
  const parts = start.split("/").slice(1);
  const above = ["", ...parts.map((_, index) => `/${parts.slice(0, index + 1).join("/")}`)];
  return above.some((directory) => PASSED_OVER.some((name) => takesBack(`${directory}/${name}`)));
}

/** Does such a list take a name back that may be a secret's, or a hidden folder? */
function takesBack(path: string): boolean {
  if (!isThere(path)) return false;
  try {
    const lines = readFileSync(path, "utf8").slice(0, 65_536).split(/\r?\n/);
    return lines.some((line) => line.startsWith("!") && revealsSecret(line.slice(1).trim()));
  } catch {
    return true;
  }
}

function revealsSecret(pattern: string): boolean {
  const last = pattern.replace(/\/+$/, "").split("/").at(-1) ?? "";
  if (pattern.endsWith("/")) return /^[.*?[]/.test(last);
  return meetsSecretName(last);
}

function entriesOf(directory: string) {
  try {
    return readdirSync(directory === "" ? "/" : directory, { withFileTypes: true });
  } catch {
    return [];
  }
}

function withReal(path: string, link?: boolean): ExistingPath {
  const real = isGarbled(path) ? undefined : resolveLinks(path);
  return { path, real, link: link ?? path !== real };
}

/** As many links as Linux follows before it gives up. */
const MAX_LINKS = 40;

/** The real path of what exists, with the rest behind it; undefined when links go round in circles. */
export function resolveLinks(path: string): string | undefined {
  const pending = path.split("/").reverse();
  const real: string[] = [];
  let links = 0;
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (part === "" || part === ".") continue;
    if (part === "..") {
      real.pop();
      continue;
    }
    const target = linkTarget(`/${[...real, part].join("/")}`);
    if (target === undefined) real.push(part);
    else if (++links > MAX_LINKS) return undefined;
    else {
      if (target.startsWith("/")) real.length = 0;
      pending.push(...target.split("/").reverse());
    }
  }
  return `/${real.join("/")}`;
}

function linkTarget(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch {
    return undefined;
  }
}

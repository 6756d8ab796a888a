import { lstatSync, readdirSync } from "node:fs";
import { escapeGlob } from "../read/shell-word.ts";
import { parseSegment, segmentsMeet } from "../rules/segment-glob.ts";
import type { ExistingPath } from "./real-paths.ts";
import { resolveLinks } from "./resolve-links.ts";

/** Neither more names of one glob, nor more directories of one search, are looked at. */
const MAX_NAMES = 2_000;

/** Where wildcards lead that go over links, and what a search below finds that is hidden or a link. */
export function existingPaths(glob: string, options: { readonly below: boolean }): readonly ExistingPath[] {
  const matched = expanded(glob);
  const linked = glob.search(/(?<!\\)[*?[]/) < 0 ? [] : matched.map(withReal).filter(({ path, real }) => path !== real);
  return options.below ? [...linked, ...hiddenBelow(matched)] : linked;
}

/** The names that a shell would put in the place of an absolute glob. */
function expanded(glob: string): readonly string[] {
  let found: readonly string[] = [""];
  for (const part of glob.split("/")) {
    if (part === "" || part === ".") continue;
    const pattern = parseSegment(part);
    const names = (directory: string): readonly string[] =>
      pattern.literal === undefined ? listed(directory).filter((name) => fits(part, name)) : [pattern.literal];
    found = found.flatMap((directory) => names(directory).map((name) => `${directory}/${name}`)).slice(0, MAX_NAMES);
  }
  return found.filter(isThere);
}

function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

function fits(part: string, name: string): boolean {
  if (name.startsWith(".") && !/^\\?\./.test(part)) return false;
  return segmentsMeet(parseSegment(part), parseSegment(escapeGlob(name)));
}

function listed(directory: string): readonly string[] {
  try {
    return readdirSync(directory === "" ? "/" : directory);
  } catch {
    return [];
  }
}

function hiddenBelow(starts: readonly string[]): readonly ExistingPath[] {
  const found: ExistingPath[] = [];
  const waiting = [...starts];
  for (let looked = 0; looked < MAX_NAMES && waiting.length > 0; looked++) {
    const directory = waiting.shift() ?? "";
    for (const entry of entriesOf(directory)) {
      const path = `${directory}/${entry.name}`;
      if (entry.isSymbolicLink() || entry.name.startsWith(".")) found.push(withReal(path));
      if (entry.isDirectory() && !/^(?:\.git|node_modules)$/.test(entry.name)) waiting.push(path);
    }
  }
  return found.slice(0, MAX_NAMES);
}

function entriesOf(directory: string) {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}

function withReal(path: string): ExistingPath {
  return { path, real: resolveLinks(path) };
}

import { lstatSync, readFileSync, statSync } from "node:fs";
import { resolveLinks } from "./existing-paths.ts";
import { upwards } from "./lexical.ts";

/** The largest file that a word is looked for in, in bytes. */
const MAX_BYTES = 1_048_576;

/**
 * The first of these files that is there, as a path. The directories go upwards from the one that a program is started
 * in, which sees them as links really lead. `./x` is looked for in the first alone; `x:word` counts where the word
 * stands in it, or it cannot be read.
 */
export function armingFile(directories: readonly string[], files: readonly string[]): string | undefined {
  const [first = "/"] = directories;
  const real = resolveLinks(first);
  if (real === undefined) return first;
  const all = real === first ? directories : [...directories, ...upwards(real)];
  for (const directory of all) {
    const starts = directory === first || directory === real;
    const found = files.map((file) => pathOf(file, directory, starts)).find((path) => path !== undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The path of one of the files in a directory, where it is there and counts. */
function pathOf(file: string, directory: string, starts: boolean): string | undefined {
  const [, here, name = "", word] = /^(\.\/)?([^:]+)(?::(.+))?$/.exec(file) ?? [];
  if (here !== undefined && !starts) return undefined;
  const path = `${directory === "/" ? "" : directory}/${name}`;
  return isThere(path) && (word === undefined || holds(path, word)) ? path : undefined;
}

/** Throws where that cannot be said. */
export function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function holds(path: string, word: string): boolean {
  try {
    const stat = statSync(path);
    return !stat.isFile() || stat.size > MAX_BYTES || readFileSync(path, "utf8").includes(word);
  } catch {
    return true;
  }
}

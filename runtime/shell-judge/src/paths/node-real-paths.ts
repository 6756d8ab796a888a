import { readFileSync, statSync } from "node:fs";
import { armingFile, isThere } from "./arming-file.ts";
import { existingBelow, existingPaths, resolveLinks } from "./existing-paths.ts";
import { gitPrograms } from "./git-config.ts";
import { trackedNames } from "./git-index.ts";
import type { RealPaths } from "./real-paths.ts";

/** `RealPaths` over the local disk, resolved as the kernel does: link by link, `..` after the link before it. */
export function nodeRealPaths(): RealPaths {
  return {
    realPath: resolveLinks,
    isRepository,
    existing: (glob, { below, looks }) => (below ? existingBelow(glob, looks) : existingPaths(glob, looks)),
    gitPrograms,
    tracked: trackedNames,
    contents,
    armingFile,
  };
}

/** A `.git` entry, or the files of a bare repository, which git also takes for one. */
function isRepository(directory: string): boolean {
  const has = (name: string) => isThere(`${directory}/${name}`);
  try {
    return has(".git") || (has("HEAD") && (has("objects") || has("commondir")));
  } catch {
    return true;
  }
}

const MAX_CONTENTS = 1_048_576;

function contents(path: string): Uint8Array | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  // Opening a pipe would wait for whoever writes into it.
  if (!stat.isFile() || stat.size > MAX_CONTENTS)
    throw new RangeError(`${path} is no file of at most ${MAX_CONTENTS} bytes`);
  return readFileSync(path);
}

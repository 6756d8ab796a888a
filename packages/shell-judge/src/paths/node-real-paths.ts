import { lstatSync } from "node:fs";
import { existingPaths } from "./existing-paths.ts";
import { gitPrograms } from "./git-config.ts";
import type { RealPaths } from "./real-paths.ts";
import { resolveLinks } from "./resolve-links.ts";

/** `RealPaths` over the local disk, resolved as the kernel does: link by link, `..` after the link before it. */
export function nodeRealPaths(): RealPaths {
  return { realPath: resolveLinks, isRepository, existing: existingPaths, gitPrograms };
}

/** A `.git` entry, or the files of a bare repository, which git also takes for one. */
function isRepository(directory: string): boolean {
  const has = (name: string) => lstatSync(`${directory}/${name}`, { throwIfNoEntry: false }) !== undefined;
  try {
    return has(".git") || (has("HEAD") && (has("objects") || has("commondir")));
  } catch {
    return true;
  }
}

import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { isGenerated } from "../tools/ls/list-directory.ts";

/** How far repositories are looked for below the root: levels, and directories in all. */
const MAX_DEPTH = 4;
const MAX_DIRECTORIES = 2_000;

/** Every directory below `root` that is a repository of its own, without `root` itself. Absolute paths, outermost first. */
export async function findRepositories(root: string): Promise<readonly string[]> {
  const found: string[] = [];
  const waiting = [{ directory: root, depth: 0 }];
  for (let looked = 0; looked < MAX_DIRECTORIES; looked += 1) {
    const next = waiting.shift();
    if (next === undefined) break;
    const { directory, depth } = next;
    const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
    if (depth > 0 && entries.some(({ name }) => name === ".git")) found.push(directory);
    if (depth === MAX_DEPTH) continue;
    for (const { name } of entries.filter(isEntered))
      waiting.push({ directory: join(directory, name), depth: depth + 1 });
  }
  return found;
}

function isEntered(entry: Dirent): boolean {
  return entry.isDirectory() && !isGenerated(entry.name);
}

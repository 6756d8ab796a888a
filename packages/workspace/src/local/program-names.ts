import { readdir } from "node:fs/promises";
import { delimiter } from "node:path";

const MAX_NAMES = 20_000;

/** The names in every directory of a `PATH`, each once, at most 20,000. */
export async function programNames(path: string): Promise<readonly string[]> {
  const directories = [...new Set(path.split(delimiter).filter(Boolean))];
  const lists = await Promise.all(directories.map((directory) => readdir(directory).catch(() => [])));
  return [...new Set(lists.flat())].slice(0, MAX_NAMES);
}

import { askGit, findRepository } from "./ask-git.ts";
import { foldName } from "./protected-paths.ts";

/** A file that the index of a repository names, relative to the repository's top. */
export interface IndexEntry {
  readonly name: string;
  /** It is a repository of its own. */
  readonly isRepository: boolean;
}

/** The names that a directory's repository tracks, relative to it and folded. Undefined: nobody can say. */
export async function trackedNames(root: string): Promise<ReadonlySet<string> | undefined> {
  const repository = await findRepository(root);
  const entries = repository?.begins === true ? await readIndex(root) : undefined;
  return entries === undefined ? undefined : new Set(entries.map(({ name }) => foldName(name)));
}

/** What the index of the repository holds that git finds from a folder. Undefined: git cannot say it. */
export async function readIndex(folder: string): Promise<readonly IndexEntry[] | undefined> {
  const listed = await askGit(folder, ["ls-files", "--stage", "-z", "--full-name", "--", ":/"]);
  return listed
    ?.split("\0")
    .filter((entry) => entry !== "")
    .map((entry) => ({ name: entry.slice(entry.indexOf("\t") + 1), isRepository: entry.startsWith("160000 ") }));
}

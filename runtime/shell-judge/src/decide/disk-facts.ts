import type { GitPrograms } from "../paths/git-config.ts";
import { normalise } from "../paths/lexical.ts";
import type { ExistingPath } from "../paths/real-paths.ts";

/** What a judgement may ask of the disk, answered at once. */
export interface DiskFacts {
  realPath(path: string): string | undefined;
  /** True when no directory from the first up to the second begins a repository of its own; undefined: not known. */
  sameRepository(directory: string, root: string): boolean | undefined;
  /** What the configuration of the workspace's repository could make git run. */
  gitPrograms?(root: string): GitPrograms | undefined;
  /** The first of these files in one of the directories, which go upwards; see `armingFile`. Left out: not known. */
  armingFile?(directories: readonly string[], files: readonly string[]): string | undefined;
  /** The names that the workspace's repository tracks, relative to the root and folded; undefined: not known. */
  tracked?(root: string): ReadonlySet<string> | undefined;
  /** What an absolute glob leads to over links, and below it what is hidden or a link; undefined: not known. */
  existing(glob: string, below: boolean): readonly ExistingPath[] | undefined;
  /** Nobody looks at the names on disk: a wildcard may stand for any. */
  readonly unseen?: boolean | undefined;
}

/** Paths are what they are written as; whether a folder is a repository of its own is not known. */
export const LEXICAL: DiskFacts = {
  realPath: normalise,
  sameRepository: () => undefined,
  existing: () => [],
  unseen: true,
};

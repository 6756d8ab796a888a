import { normalise } from "../paths/lexical.ts";
import type { DiskFacts } from "./disk-facts.ts";

/** More look-ups of one kind than this are not made for one call; what is missing then asks. */
const MAX_LOOKUPS = 2_000;

/** So many wildcards are held against the disk, and so many folders looked at for files that arm programs. */
const MAX_GLOBS = 100;

/** What a judgement wants to know of the disk: noted while a call is judged as if nothing there were remarkable. */
export class Wishes {
  readonly paths = new Set<string>();
  readonly directories = new Set<string>();
  readonly alone = new Set<string>();
  readonly below = new Set<string>();
  readonly arming = new Map<string, readonly [directories: readonly string[], files: readonly string[]]>();
  /** The workspace, for the directories. */
  top = "/";
  repository: string | undefined;
  index: string | undefined;
  /** There was more than is looked up. */
  isCut = false;

  /** Every path leads to itself, wildcards to nothing remarkable, and nothing runs programs. */
  readonly assumed: DiskFacts = {
    realPath: (path) => {
      this.#note(this.paths, path, MAX_LOOKUPS);
      return normalise(path);
    },
    sameRepository: (directory, root) => {
      this.top = root;
      for (const one of between(directory, root)) this.#note(this.directories, one, MAX_LOOKUPS);
      return true;
    },
    existing: (glob, below) => {
      this.#note(below ? this.below : this.alone, glob, MAX_GLOBS);
      return [];
    },
    armingFile: (directories, files) => {
      if (this.arming.size < MAX_GLOBS) this.arming.set(armingKey(directories, files), [directories, files]);
      else this.isCut = true;
      return undefined;
    },
    gitPrograms: (root) => {
      this.repository = root;
      return undefined;
    },
    tracked: (root) => {
      this.index = root;
      return undefined;
    },
  };

  #note(set: Set<string>, path: string, most: number): void {
    if (set.size < most) set.add(path);
    else if (!set.has(path)) this.isCut = true;
  }
}

/** Of directories that go upwards the first says which they are. */
export function armingKey(directories: readonly string[], files: readonly string[]): string {
  return JSON.stringify([directories[0], files]);
}

/** The directory and its parents below the root. */
export function* between(directory: string, root: string): Generator<string> {
  for (let at = directory; at.length > root.length; at = at.slice(0, at.lastIndexOf("/"))) yield at;
}

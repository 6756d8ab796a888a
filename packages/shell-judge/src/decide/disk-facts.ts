import type { GitPrograms } from "../paths/git-config.ts";
import { isInside, normalise } from "../paths/lexical.ts";
import type { ExistingPath, RealPaths } from "../paths/real-paths.ts";

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
  /** What an absolute glob leads to over links, and what a search below it finds that is hidden or a link; undefined: not known. */
  existing(glob: string, below: boolean): readonly ExistingPath[] | undefined;
  /** Nobody looks at the names on disk: a wildcard may stand for any. */
  readonly unseen?: true;
}

/** Paths are what they are written as; whether a folder is a repository of its own is not known. */
export const LEXICAL: DiskFacts = {
  realPath: normalise,
  sameRepository: () => undefined,
  existing: () => [],
  unseen: true,
};

/** More look-ups than this for one call are not made; what is missing then asks. */
const MAX_LOOKUPS = 2_000;

/**
 * Judges once to learn which paths matter, looks them up, and answers with the facts. The judge itself stays free of
 * waiting: which paths matter depends on the call alone.
 */
export async function gatherFacts(
  realPaths: RealPaths | undefined,
  judge: (facts: DiskFacts) => unknown,
): Promise<DiskFacts> {
  if (realPaths === undefined) return LEXICAL;
  const wanted = new Set<string>();
  const directories = new Set<string>();
  const arming = new Map<string, readonly [readonly string[], readonly string[]]>();
  const globs = { alone: new Set<string>(), below: new Set<string>() };
  let top = "/";
  let repository: string | undefined;
  let index: string | undefined;
  judge({
    gitPrograms: (root) => {
      repository = root;
      return undefined;
    },
    armingFile: (places, files) => {
      if (arming.size < MAX_ARMING) arming.set(keyOf(places, files), [places, files]);
      return undefined;
    },
    tracked: (root) => {
      index = root;
      return undefined;
    },
    realPath: (path) => note(wanted, path, normalise(path)),
    sameRepository: (directory, root) => {
      top = root;
      return note(directories, [...between(directory, root)], true);
    },
    existing: (glob, below) => note(below ? globs.below : globs.alone, glob, []),
  });
  const real = await lookUp(wanted, (path) => realPaths.realPath(path));
  const nested = await lookUp(directories, (path) => leavesRepository(path, top, realPaths));
  const alone = await lookUp(globs.alone, (glob) => realPaths.existing?.(glob, { below: false }) ?? []);
  const below = await lookUp(globs.below, (glob) => realPaths.existing?.(glob, { below: true }) ?? []);
  const armed = await lookUp(arming.keys(), (key) => realPaths.armingFile?.(...(arming.get(key) ?? [[], []])));
  const programs = repository === undefined ? undefined : await readGitPrograms(realPaths, repository);
  const tracked = index === undefined ? undefined : await trackedIn(realPaths, index);
  return {
    ...(realPaths.armingFile === undefined
      ? {}
      : {
          armingFile: (places, files) => {
            const key = keyOf(places, files);
            return armed.has(key) ? armed.get(key) : places[0];
          },
        }),
    tracked: () => tracked,
    gitPrograms: () => programs,
    realPath: (path) => real.get(path),
    sameRepository: (directory, root) => [...between(directory, root)].every((path) => nested.get(path) === false),
    existing: (glob, isBelow) => (isBelow ? below : alone).get(glob),
    ...(realPaths.existing === undefined ? { unseen: true } : {}),
  };
}

/** So many folders are looked at for files that arm programs; a further one counts as if it held one. */
const MAX_ARMING = 100;

function keyOf(directories: readonly string[], files: readonly string[]): string {
  return JSON.stringify([directories[0], files]);
}

/** Git looks for a repository from where a link leads, upwards. */
async function leavesRepository(path: string, root: string, realPaths: RealPaths): Promise<boolean> {
  const real = await realPaths.realPath(path);
  const top = await realPaths.realPath(root);
  if (real === undefined || top === undefined || !isInside(real, top)) return true;
  for (const at of [path, ...between(real, top)]) if ((await realPaths.isRepository?.(at)) ?? true) return true;
  return false;
}

async function trackedIn(realPaths: RealPaths, root: string): Promise<ReadonlySet<string> | undefined> {
  try {
    return await realPaths.tracked?.(root);
  } catch {
    return undefined;
  }
}

/** A configuration that cannot be read may say anything. */
async function readGitPrograms(realPaths: RealPaths, root: string): Promise<GitPrograms | undefined> {
  try {
    return await realPaths.gitPrograms?.(root);
  } catch {
    return { hash: "", keys: ["unreadable"] };
  }
}

function note<T>(set: Set<string>, paths: string | readonly string[], answer: T): T {
  for (const path of typeof paths === "string" ? [paths] : paths) if (set.size < MAX_LOOKUPS) set.add(path);
  return answer;
}

async function lookUp<T>(
  paths: Iterable<string>,
  answer: (path: string) => T | Promise<T>,
): Promise<ReadonlyMap<string, T>> {
  const known = new Map<string, T>();
  for (const path of paths) {
    try {
      known.set(path, await answer(path));
    } catch {
      // A look-up that fails leaves the path unknown, and the judge asks.
    }
  }
  return known;
}

/** The directory and its parents below the root. */
function* between(directory: string, root: string): Generator<string> {
  for (let at = directory; at.length > root.length; at = at.slice(0, at.lastIndexOf("/"))) yield at;
}

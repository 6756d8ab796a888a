import { looksForOneCall } from "../paths/existing-paths.ts";
import type { GitPrograms } from "../paths/git-config.ts";
import { isInside, normalise } from "../paths/lexical.ts";
import type { ExistingPath, RealPaths } from "../paths/real-paths.ts";
import type { DiskFacts } from "./disk-facts.ts";
import { armingKey, between, type Wishes } from "./wishes.ts";

/** What the disk said to the wishes of a judgement. What is missing could not be said. */
export interface Answers {
  readonly real: ReadonlyMap<string, string | undefined>;
  /** Whether a directory leaves the repository of the workspace. */
  readonly leaves: ReadonlyMap<string, boolean>;
  readonly alone: ReadonlyMap<string, readonly ExistingPath[]>;
  readonly below: ReadonlyMap<string, readonly ExistingPath[]>;
  /** Undefined: nobody knows. */
  readonly armed: ReadonlyMap<string, string | undefined> | undefined;
  readonly programs: GitPrograms | undefined;
  readonly tracked: ReadonlySet<string> | undefined;
  /** Nobody looks at the names. */
  readonly unseen: boolean;
}

/** Looks up what a judgement wants to know, and lets others run in between. Never rejects. */
export async function answersTo(wishes: Wishes, disk: RealPaths): Promise<Answers> {
  const { repository, index } = wishes;
  const looks = looksForOneCall();
  const existing = (glob: string, below: boolean) => disk.existing?.(glob, { below, looks }) ?? [];
  const armed = (key: string) => disk.armingFile?.(...(wishes.arming.get(key) ?? [[], []]));
  return {
    real: await lookUp(wishes.paths, (path) => disk.realPath(path)),
    leaves: await lookUp(wishes.directories, (path) => leavesRepository(path, wishes.top, disk)),
    alone: await lookUp(wishes.alone, (glob) => existing(glob, false)),
    below: await lookUp(wishes.below, (glob) => existing(glob, true)),
    armed: disk.armingFile === undefined ? undefined : await lookUp(wishes.arming.keys(), armed),
    programs: repository === undefined ? undefined : await orElse(() => disk.gitPrograms?.(repository), UNREADABLE),
    tracked: index === undefined ? undefined : await orElse(() => disk.tracked?.(index), undefined),
    unseen: disk.existing === undefined,
  };
}

/** The answers as a judgement asks for them. */
export function factsOf({ real, leaves, alone, below, armed, programs, tracked, unseen }: Answers): DiskFacts {
  return {
    realPath: (path) => real.get(path),
    sameRepository: (directory, root) => [...between(directory, root)].every((path) => leaves.get(path) === false),
    existing: (glob, isBelow) => (isBelow ? below : alone).get(glob),
    gitPrograms: () => programs,
    tracked: () => tracked,
    unseen,
    ...(armed && {
      // A folder that was not looked at counts as if it held one.
      armingFile: (directories, files) => {
        const key = armingKey(directories, files);
        return armed.has(key) ? armed.get(key) : directories[0];
      },
    }),
  };
}

/** True when the disk says what was assumed, so that judging again would find the same. */
export function areAsAssumed(answers: Answers, wishes: Wishes): boolean {
  const { real, leaves, alone, below, armed, programs, tracked, unseen } = answers;
  if (wishes.isCut || unseen || armed === undefined || programs !== undefined || tracked !== undefined) return false;
  return (
    [...wishes.paths].every((path) => real.get(path) === normalise(path)) &&
    [...wishes.directories].every((path) => leaves.get(path) === false) &&
    [...wishes.alone].every((glob) => alone.get(glob)?.length === 0) &&
    [...wishes.below].every((glob) => below.get(glob)?.length === 0) &&
    [...wishes.arming.keys()].every((key) => armed.has(key) && armed.get(key) === undefined)
  );
}

/** True when the disk said the same twice. */
export function areSame(a: Answers, b: Answers): boolean {
  return textOf(a) === textOf(b);
}

function textOf(answers: Answers): string {
  return JSON.stringify(answers, (_, value: unknown) =>
    value instanceof Map || value instanceof Set ? [...value] : value,
  );
}

/** Git looks for a repository from where a link leads, upwards. */
async function leavesRepository(path: string, root: string, disk: RealPaths): Promise<boolean> {
  const real = await disk.realPath(path);
  const top = await disk.realPath(root);
  if (real === undefined || top === undefined || !isInside(real, top)) return true;
  for (const at of [path, ...between(real, top)]) if ((await disk.isRepository?.(at)) ?? true) return true;
  return false;
}

async function orElse<T>(look: () => T | Promise<T>, failed: T): Promise<T> {
  try {
    return await look();
  } catch {
    return failed;
  }
}

/** A configuration that cannot be read may say anything. */
const UNREADABLE: GitPrograms = { hash: "", keys: ["unreadable"] };

/** After so many milliseconds of looking others are let run. */
const TURN_MS = 20;

async function lookUp<T>(
  paths: Iterable<string>,
  answer: (path: string) => T | Promise<T>,
): Promise<ReadonlyMap<string, T>> {
  const known = new Map<string, T>();
  let since = performance.now();
  for (const path of paths) {
    try {
      known.set(path, await answer(path));
    } catch {
      // A look-up that fails leaves the path unknown, and the judge asks.
    }
    if (performance.now() - since < TURN_MS) continue;
    await new Promise((resolve) => setTimeout(resolve, 0));
    since = performance.now();
  }
  return known;
}

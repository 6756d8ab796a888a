import { looksForOneCall } from "../paths/existing-paths.ts";
import type { GitPrograms } from "../paths/git-config.ts";
import { isInside, normalise, upwards } from "../paths/lexical.ts";
import type { RealPaths } from "../paths/real-paths.ts";
import type { DiskFacts } from "./disk-facts.ts";

/** More look-ups of one kind than this are not made for one call; what is missing then asks. */
const MAX_LOOKUPS = 2_000;

/** So many wildcards are held against the disk, and so many folders looked at for files that arm programs. */
const MAX_GLOBS = 100;

/** Facts of one kind. */
interface Kind<A extends readonly unknown[], T> {
  /** What is answered before anybody looks: nothing is remarkable. */
  assumed(...asked: A): T;
  look(...asked: A): T | Promise<T>;
  /** What is answered where nobody looked, or a look failed: such that the judge asks. */
  unknown(...asked: A): T;
  /** `MAX_GLOBS`, unless given. */
  readonly most?: number;
}

/** Facts of the disk: they note what is asked as if nothing were remarkable, and after `look` say what is there. */
export class Questions {
  readonly facts: DiskFacts;
  readonly #looks: (() => Promise<{ readonly answer: unknown; readonly isAsAssumed: boolean }>)[] = [];
  #isLookedUp = false;
  /** There was more than is looked up. */
  #isCut = false;
  #budget = looksForOneCall();

  constructor(disk: RealPaths) {
    const { armingFile } = disk;
    const leaves = this.#kind({
      assumed: (_path: string, _root: string) => false,
      look: (path, root) => leavesRepository(path, root, disk),
      unknown: () => true,
      most: MAX_LOOKUPS,
    });
    this.facts = {
      realPath: this.#kind({
        assumed: (path: string): string | undefined => normalise(path),
        look: (path) => disk.realPath(path),
        unknown: () => undefined,
        most: MAX_LOOKUPS,
      }),
      sameRepository: (directory, root) => between(directory, root).filter((one) => leaves(one, root)).length === 0,
      existing: this.#kind<Parameters<DiskFacts["existing"]>, ReturnType<DiskFacts["existing"]>>({
        assumed: () => [],
        look: (glob, below) => disk.existing?.(glob, { below, looks: this.#budget }) ?? [],
        unknown: () => undefined,
      }),
      unseen: disk.existing === undefined,
      ...(armingFile && {
        armingFile: this.#kind({
          assumed: (_directories: readonly string[], _files: readonly string[]): string | undefined => undefined,
          look: armingFile,
          // A folder that was not looked at counts as if it held one.
          unknown: ([directory]) => directory,
        }),
      }),
      gitPrograms: this.#kind({
        assumed: (_root: string): GitPrograms | undefined => undefined,
        look: (root) => disk.gitPrograms?.(root),
        // A configuration that cannot be read may say anything.
        unknown: () => ({ hash: "", keys: ["unreadable"] }),
      }),
      tracked: this.#kind({
        assumed: (_root: string): ReadonlySet<string> | undefined => undefined,
        look: (root) => disk.tracked?.(root),
        unknown: () => undefined,
      }),
    };
  }

  /** Looks up all that was asked, and lets others run in between. Never rejects. */
  async look(): Promise<{ readonly isAsAssumed: boolean; readonly answers: string }> {
    this.#budget = looksForOneCall();
    const answers: unknown[] = [];
    let [isAsAssumed, since] = [!this.#isCut, performance.now()];
    for (const look of this.#looks) {
      const said = await look();
      answers.push(said.answer);
      isAsAssumed &&= said.isAsAssumed;
      if (performance.now() - since < TURN_MS) continue;
      await new Promise((resolve) => setTimeout(resolve, 0));
      since = performance.now();
    }
    this.#isLookedUp = true;
    return { isAsAssumed, answers: textOf(answers) };
  }

  #kind<A extends readonly unknown[], T>({ assumed, look, unknown, most = MAX_GLOBS }: Kind<A, T>): (...asked: A) => T {
    const answers = new Map<string, () => T>();
    return (...asked) => {
      const key = JSON.stringify(asked);
      const known = answers.get(key);
      if (this.#isLookedUp) return known === undefined ? unknown(...asked) : known();
      const nothing = assumed(...asked);
      if (known !== undefined) return nothing;
      if (answers.size >= most) {
        this.#isCut = true;
        return nothing;
      }
      answers.set(key, () => nothing);
      this.#looks.push(async () => {
        const answer = await lookedUp(() => look(...asked), unknown(...asked));
        answers.set(key, () => answer);
        return { answer, isAsAssumed: isSame(answer, nothing) };
      });
      return nothing;
    };
  }
}

/** After so many milliseconds of looking others are let run. */
const TURN_MS = 20;

async function lookedUp<T>(look: () => T | Promise<T>, failed: T): Promise<T> {
  try {
    return await look();
  } catch {
    return failed;
  }
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || (a !== undefined && b !== undefined && textOf(a) === textOf(b));
}

function textOf(answer: unknown): string {
  return JSON.stringify(answer, (_, value: unknown) => (value instanceof Set ? [...value] : value));
}

/** The directory and its parents below the root. */
function between(directory: string, root: string): readonly string[] {
  return upwards(directory).filter((one) => one.length > root.length);
}

/** Git looks for a repository from where a link leads, upwards. */
async function leavesRepository(path: string, root: string, disk: RealPaths): Promise<boolean> {
  const real = await disk.realPath(path);
  const top = await disk.realPath(root);
  if (real === undefined || top === undefined || !isInside(real, top)) return true;
  for (const at of [path, ...between(real, top)]) if ((await disk.isRepository?.(at)) ?? true) return true;
  return false;
}

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { heldBy } from "../../workspace/held-by.ts";
import type { GuardedPath } from "../sandbox.port.ts";

/** A list of git that takes the place of another one. */
export interface ReplacedIndex {
  readonly index: string;
  readonly by: string;
}

interface MadeIndex {
  readonly key: string;
  readonly by: string;
  /** The one before, which a command that is about to start may have been given. */
  readonly before: string | undefined;
  readonly replaced: Promise<ReplacedIndex | undefined>;
}

/**
 * What repositories track of hidden files: copies of their indexes say that git is not to look at these, so that it
 * reports none as changed or deleted, and searches none of them.
 */
export class UnmarkedIndexes {
  readonly #git: string;
  readonly #folder: string;
  readonly #made = new Map<string, MadeIndex>();
  #count = 0;

  /** The program, and where the copies are kept. */
  constructor(git: string, folder: string) {
    this.#git = git;
    this.#folder = folder;
  }

  /** For the repositories that hold hidden paths. */
  async of(absent: readonly GuardedPath[]): Promise<readonly ReplacedIndex[]> {
    const held = new Map<string, string[]>();
    const known = new Map<string, string | undefined>();
    for (const { path } of absent) {
      const repository = repositoryOf(dirname(path), known);
      if (repository === undefined) continue;
      const before = held.get(repository);
      if (before === undefined) held.set(repository, [path]);
      else before.push(path);
    }
    const replaced = await Promise.all([...held].map(([repository, hidden]) => this.#replaced(repository, hidden)));
    return replaced.filter((one) => one !== undefined);
  }

  async #replaced(repository: string, hidden: readonly string[]): Promise<ReplacedIndex | undefined> {
    const known = this.#made.get(repository);
    const index = await this.#indexOf(repository);
    const state = index === undefined ? undefined : await stat(index).catch(() => undefined);
    if (index === undefined || state === undefined) return undefined;
    const key = [index, state.ino, state.mtimeMs, state.size, ...hidden].join("\0");
    if (known?.key === key) return known.replaced;
    const by = join(this.#folder, `index-${(this.#count += 1)}`);
    // Where git cannot read its index it reports nothing in the sandbox either.
    const replaced = this.#copied(repository, { index, by }, hidden).catch(() => undefined);
    this.#made.set(repository, { key, by, before: known?.by, replaced });
    // A command that runs keeps the one that it was given.
    if (known?.before !== undefined) await rm(known.before, { force: true });
    return replaced;
  }

  async #indexOf(repository: string): Promise<string | undefined> {
    const plain = join(repository, ".git/index");
    if (existsSync(plain)) return plain;
    const args = ["rev-parse", "--path-format=absolute", "--git-path", "index"];
    return this.#run(repository, args).then(
      (line) => line.replace(/\n$/, ""),
      () => undefined,
    );
  }

  async #copied(
    repository: string,
    { index, by }: ReplacedIndex,
    hidden: readonly string[],
  ): Promise<ReplacedIndex | undefined> {
    const tracked = (await this.#run(repository, ["ls-files", "-z"])).split("\0");
    const isHidden = heldBy(hidden);
    const names = tracked.filter((name) => name !== "" && isHidden(join(repository, name)));
    if (names.length === 0) return undefined;
    await copyFile(index, by);
    // In a sparse checkout git takes the first mark back from files that are there.
    for (const mark of ["--skip-worktree", "--assume-unchanged"])
      await this.#run(repository, ["update-index", mark, "-z", "--stdin"], { index: by, input: names.join("\0") });
    return { index, by };
  }

  #run(
    repository: string,
    args: readonly string[],
    { index, input = "" }: { readonly index?: string; readonly input?: string } = {},
  ): Promise<string> {
    const env = { ...ENVIRONMENT, ...(index === undefined ? {} : { GIT_INDEX_FILE: index }) };
    return new Promise((resolve, reject) => {
      const options = { cwd: repository, env, maxBuffer: MAX_BYTES };
      const child = execFile(this.#git, [...SETTINGS, ...args], options, (error, stdout) =>
        error === null ? resolve(stdout) : reject(error),
      );
      child.stdin?.on("error", () => undefined).end(input);
    });
  }
}

/** What a list of names may take. */
const MAX_BYTES = 67_108_864;

/** No program and no hook is run by what the repository says. */
const SETTINGS = "core.fsmonitor=false core.hooksPath=/dev/null core.splitIndex=false safe.directory=*"
  .split(" ")
  .flatMap((setting) => ["-c", setting]);

const ENVIRONMENT = {
  PATH: "/usr/bin:/bin",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_OPTIONAL_LOCKS: "0",
};

/** The nearest folder from here upwards that git takes for a repository. `known`: what was found of others. */
function repositoryOf(folder: string, known: Map<string, string | undefined>): string | undefined {
  if (known.has(folder)) return known.get(folder);
  const above = dirname(folder);
  const isOne = existsSync(join(folder, ".git"));
  const found = isOne ? folder : above === folder ? undefined : repositoryOf(above, known);
  known.set(folder, found);
  return found;
}

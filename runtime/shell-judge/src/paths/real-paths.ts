import type { GitPrograms } from "./git-config.ts";

/**
 * Looks up where a path really leads. The judge itself touches no disk.
 * The path may hold `..` and may not exist: the answer is the real path of its nearest existing ancestor with the rest
 * behind it, or undefined when that cannot be said (the judge then asks).
 */
export interface RealPaths {
  realPath(path: string): string | undefined | Promise<string | undefined>;
  /** Does the directory begin a git repository of its own? Left out: every directory but the workspace root may. */
  isRepository?(directory: string): boolean | Promise<boolean>;
  /** What a file of at most 1 MiB holds; undefined: there is none. Throws where it cannot say. Left out: unknown. */
  contents?(path: string): Uint8Array | undefined | Promise<Uint8Array | undefined>;
  /** What the configuration of the repository at the workspace's root could make git run. Left out: nothing. */
  gitPrograms?(root: string): GitPrograms | undefined | Promise<GitPrograms | undefined>;
  /**
   * The first of these files that is in one of the directories, which go upwards from where a program is started;
   * undefined: none. `./x` counts in the first directory alone, `x:word` where the word stands in it. Left out: nobody
   * knows, and the judge asks.
   */
  armingFile?(
    directories: readonly string[],
    files: readonly string[],
  ): string | undefined | Promise<string | undefined>;
  /** The names that the repository at the workspace's root tracks, relative and folded. Left out: nobody knows. */
  tracked?(root: string): ReadonlySet<string> | undefined | Promise<ReadonlySet<string> | undefined>;
  /**
   * The paths that an absolute glob leads to over links, and, with `below`, everything hidden and every link below what
   * it names. Left out: a glob is judged by its text alone. `looks` is lessened by what is looked at; nothing left:
   * `unfinished`.
   */
  existing?(
    glob: string,
    options: { readonly below: boolean; readonly looks?: { left: number } },
  ): readonly ExistingPath[] | Promise<readonly ExistingPath[]>;
}

/** A path that is there, and where it really leads; undefined when that cannot be said. */
export interface ExistingPath {
  readonly path: string;
  readonly real: string | undefined;
  /** It is a link itself, or is reached over one that a wildcard stands for. */
  readonly link?: boolean;
  /** It tells searches to look at what is hidden (`!.env` in a `.ignore`). */
  readonly reveals?: boolean;
  /** Nothing but its name is unusual: it begins with a dash, or holds blanks or quotes. */
  readonly odd?: boolean;
  /** A wildcard became it, and nothing about it is unusual. */
  readonly plain?: boolean;
  /** Unusual for the programs that go by it: where it is read that means nothing. */
  readonly guarded?: boolean;
  /** There was more than is looked at. */
  readonly unfinished?: boolean;
}

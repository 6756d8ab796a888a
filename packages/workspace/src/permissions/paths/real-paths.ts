/**
 * Looks up where a path really leads. The judge itself touches no disk.
 * The path may hold `..` and may not exist: the answer is the real path of its nearest existing ancestor with the rest
 * behind it, or undefined when that cannot be said (the judge then asks).
 */
export interface RealPaths {
  realPath(path: string): string | undefined | Promise<string | undefined>;
  /** Does the directory begin a git repository of its own? Left out: every directory but the workspace root may. */
  isRepository?(directory: string): boolean | Promise<boolean>;
}

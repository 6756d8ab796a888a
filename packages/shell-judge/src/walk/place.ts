import type { ShellWord } from "../read/shell-word.ts";

/** Where a command would run: every directory that is possible, absolute, or undefined when it cannot be known. */
export type Directories = readonly string[] | undefined;

/** The surroundings of one simple command. */
export interface Place {
  readonly directories: Directories;
  /** Something is piped or redirected into it. */
  readonly fed: boolean;
  /** How many scripts stand around it (`$(…)`, `bash -c`, function bodies). */
  readonly depth: number;
  /** Loop variables and all the words they may stand for. */
  readonly variables: ReadonlyMap<string, readonly ShellWord[]>;
}

/** The directories after a command that succeeded, and after one that failed. */
export interface Exits {
  readonly ok: Directories;
  readonly failed: Directories;
}

/** Both exits are alike: the command does not change the directory. */
export function stay(directories: Directories): Exits {
  return { ok: directories, failed: directories };
}

/** All directories of either; more than 8 are as good as unknown. */
export function eitherOf(a: Directories, b: Directories): Directories {
  if (a === undefined || b === undefined) return undefined;
  const all = [...new Set([...a, ...b])];
  return all.length > 8 ? undefined : all;
}

/** The directories after a command, however it ended. */
export function after(exits: Exits): Directories {
  return eitherOf(exits.ok, exits.failed);
}

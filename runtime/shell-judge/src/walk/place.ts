import { join, normalise } from "../paths/lexical.ts";
import type { ShellWord } from "../read/shell-word.ts";
import type { Steps } from "./steps.ts";
import type { Variables } from "./variables.ts";

/** Where a command would run: every directory that is possible, absolute, or undefined when it cannot be known. */
export type Directories = readonly string[] | undefined;

/** The surroundings of one simple command. */
export interface Place {
  readonly directories: Directories;
  /** Something is piped or redirected into it. */
  readonly fed: boolean;
  /** How many scripts stand around it (`$(…)`, `bash -c`, function bodies). */
  readonly depth: number;
  /** What is known of variables; what runs in a shell of its own gets a fork. */
  readonly variables: Variables;
  /** What is written into its standard input, as far as that is known. */
  readonly input?: Printed | undefined;
  /** Names of files that are written into its standard input. */
  readonly names?: FoundNames | undefined;
}

/** A text that goes from one command to the next. */
export interface Printed {
  readonly text: string;
  /** To the letter; else what a person means by it, good enough to refuse. */
  readonly exact: boolean;
  /** Every letter of it arrives, whichever they are; `exact` also says that none of them means something to a shell. */
  readonly verbatim?: boolean;
}

/** Names of files that a program prints: of those below `below`, where `only` are the patterns that all names match. */
export interface FoundNames {
  readonly below: readonly ShellWord[];
  readonly only: readonly string[];
  /** Only names that the repository tracks. */
  readonly tracked: boolean;
}

/** The directories after a command that succeeded, and after one that failed. */
export interface Exits {
  readonly ok: Directories;
  readonly failed: Directories;
  /** What it prints, as far as that is known. */
  readonly prints?: Printed | undefined;
  /** It prints names of files. */
  readonly names?: FoundNames | undefined;
}

/** The same exits of something that prints more, or something else, than is known. */
export function unheard({ ok, failed }: Exits): Exits {
  return { ok, failed };
}

/** Both exits are alike: the command does not change the directory. */
export function stay(directories: Directories): Exits {
  return { ok: directories, failed: directories };
}

/** The same place in a shell of its own: what that one does to variables stays inside. */
export function ownShell(place: Place, { steps }: { readonly steps: Steps }): Place {
  steps.take(1 + Math.ceil(place.variables.size / 8));
  return { ...place, variables: place.variables.fork() };
}

/** All directories of either; more than 8 are as good as unknown. */
export function eitherOf(a: Directories, b: Directories): Directories {
  if (a === undefined || b === undefined) return undefined;
  const all = [...new Set([...a, ...b])];
  return all.length > 8 ? undefined : all;
}

/** The directories that a word leads to from there, by its text alone. */
export function movedTo({ form, tilde, below, value }: ShellWord, directories: Directories): Directories {
  if (form !== "literal" || tilde || below === true) return undefined;
  return directories?.map((one) => normalise(join(one, value)));
}

/** The directories after a command, however it ended. */
export function after(exits: Exits): Directories {
  return eitherOf(exits.ok, exits.failed);
}

/** Does the line spell this text, rather than compute it? */
export function isSpelled(input: Printed | undefined): boolean {
  return input !== undefined && (isVerbatim(input) || !/[\\%$]/.test(input.text));
}

/** Does every letter of it arrive? */
export function isVerbatim({ exact, verbatim }: Printed): boolean {
  return exact || verbatim === true;
}

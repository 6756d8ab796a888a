/**
 * What a program does to the world, from the mildest. `reads` needs no rule; `writes` changes files, the repository or
 * other state; `network` talks to others; `runs` runs code of the project; each of these needs a rule. `asks` is
 * answered only by a rule that spells the whole line; `loses` is the same for what cannot be taken back.
 */
export const EFFECTS = ["reads", "writes", "network", "runs", "asks", "loses"] as const;
export type Effect = (typeof EFFECTS)[number];

/** How the words of a program are told apart. */
export type Style =
  /** `-abc` is a bundle, `--long[=value]`; options stand anywhere before `--`. */
  | "gnu"
  /** The same, but the first operand ends the options. */
  | "posix"
  /** Every option is one word as it is spelled (`-name`, `-maxdepth`); no bundles, no `--`; they stand anywhere. */
  | "words"
  /** The same, but the first operand ends the options. */
  | "wordsfirst";

/**
 * One way in which a program can be called. A line is read as the first form of a command in which every word of it has
 * a meaning; a word without one makes the whole command a question. How forms are written: see `grammars`.
 */
export interface Form {
  readonly effect: Effect;
  readonly options: OptionSpecs;
  /** In order. One of them at most takes any number; those behind it are counted from the end (`read+ into`). */
  readonly operands: readonly OperandSpec[];
  /** The form applies only where one of these options stands; none: always. */
  readonly needs: readonly string[];
  /** Options that take the place of the first operand (`-e` of grep). */
  readonly instead: readonly string[];
  /** Options that make `read` a `tree`, `remove` a `removetree`: `-r`, or `-d=recurse` with exactly this value. */
  readonly deep: readonly string[];
  /** Options that make of `search` a `tree` (`--hidden` of ripgrep). */
  readonly hidden: readonly string[];
  /** The role of `.` when no operand is given and nothing is piped in; with `deep`, `grep -r x` reads the tree. */
  readonly alone: "read" | "tree" | "search" | undefined;
  /** No option of any version writes, runs or reads another file: a wildcard that may bring one does not ask. */
  readonly plain: boolean;
  /** Of what it reads it shows names, and what they weigh: no file is opened. */
  readonly names: boolean;
  /** No word is more than text: neither files nor options could come of an expansion. */
  readonly textual: boolean;
  /** This operand and all behind it are taken as they are. */
  readonly restFrom: number | undefined;
  /** Says why the words, all of them known, are not this form after all; for what the fields above cannot say. */
  readonly check: ((read: ReadForm) => string | undefined) | undefined;
}

/** How the value of an option is given. */
export type ValueForm = "none" | "either" | "separate" | "attached";

/** One option of a form. */
export interface OptionSpec {
  readonly role: Role;
  readonly value: ValueForm;
  readonly effect: Effect | undefined;
  /** What the word behind the value is, for an option that takes two. */
  readonly second: Role | undefined;
}

/** The options of a form by their spelling; `-#` stands for a bare number. */
export type OptionSpecs = ReadonlyMap<string, OptionSpec>;

/** One operand of a form. */
export interface OperandSpec {
  readonly role: Role;
  readonly least: 0 | 1;
  readonly many: boolean;
}

/** A program or subcommand. */
export interface Command {
  /** The ways in which it is called without a subcommand. */
  readonly forms: readonly Form[];
  /** Options that may stand before a subcommand; they do not change what rules the command matches. */
  readonly options: OptionSpecs;
  readonly subcommands: ReadonlyMap<string, Command>;
}

/** What is known about one program. Whatever is not said here asks. */
export interface Grammar extends Command {
  readonly style: Style;
  /** Only some calls of it are known; any other is one of a program that nothing is known about. */
  readonly partly: boolean;
  /** It obeys the repository around it: in one that is not the workspace's own it asks. */
  readonly repository: boolean;
}

/** A word with what it was read as. */
export interface ReadWord {
  /** The value: of `--file=x` only `x`. */
  readonly word: import("../read/shell-word.ts").ShellWord;
  readonly role: Role;
  /** The option it belongs to, as it is spelled; undefined for an operand. */
  readonly option?: string;
}

/** A role and what stands in its brackets. */
export interface Role {
  readonly name: RoleName;
  readonly argument?: string;
}

/** What a word is read as, in the words of whoever asks why a line is judged as it is. */
export const ROLES = {
  data: "text",
  number: "a number",
  name: "a name",
  one: "one of the known words",
  match: "text of a known form",
  target: "what is to be made",
  remote: "the name or the address of a repository",
  cloned: "the address of a repository to copy",
  read: "a file or directory to read",
  tree: "a directory to read with everything below",
  search: "a directory to search, hidden files left out",
  write: "a file to write",
  make: "a file or directory to make or change",
  into: "a destination",
  remove: "a file to delete or move away",
  removetree: "a directory to delete with everything below",
  script: "a file to run",
  code: "a program",
  url: "a web address",
  command: "part of another command",
  rest: "an argument of a program of the project",
  arguments: "an argument of a program of the project",
  revision: "a revision",
  pathspec: "a pathspec",
  object: "a revision or a pathspec",
  only: "a pattern of the names to search",
  assign: "an assignment",
  cd: "the directory to work in",
  flag: "an option",
} as const;

export type RoleName = keyof typeof ROLES;

/** A call that was understood: every option and operand. */
export interface ReadForm {
  readonly effect: Effect;
  /** In the order of the line; flags have the role `flag` and the option itself as their word. */
  readonly options: readonly ReadWord[];
  readonly operands: readonly ReadWord[];
  /** How many operands stand before `--`; undefined without one. */
  readonly dashes: number | undefined;
}

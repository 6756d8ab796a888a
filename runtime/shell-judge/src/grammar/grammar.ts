/**
 * What a program does to the world, from the mildest. `reads` needs no rule; `writes` changes files, the repository or
 * other state; `network` talks to others; `runs` runs code of the project; each of these needs a rule. `asks` is
 * answered only by a rule that spells the whole line; `loses` is the same for what cannot be taken back.
 */
export type Effect = "reads" | "writes" | "network" | "runs" | "asks" | "loses";

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
 * a meaning; a word without one makes the whole command a question.
 */
export interface Form {
  readonly effect: Effect;
  /**
   * Known options, blank-separated, exactly as they are spelled; spellings of one option are joined by commas.
   *
   * | written | the option is given as |
   * |---|---|
   * | `-v` `--verbose` | a flag |
   * | `-n,--lines=data` | `-n5`, `-n 5`, `--lines=5`, `--lines 5` |
   * | `--url:url` | `--url X` only, the value in the next word |
   * | `--arg:data:read` | `--arg X FILE`: two words, each with its role |
   * | `-U?=data` `--color?=data` | `-U`, `-U3`, `--color`, `--color=x`: the value is attached or there is none |
   * | `-#` | `-5`: a bare number |
   * | `-f,--force!loses` | a flag (or any of the above) that gives the call an effect of its own |
   * | `-e=code(sed)` | what is behind `=` is a role, see `operands` |
   */
  readonly options?: string;
  /**
   * What the operands are, in order: blank-separated roles, each with `?` (none or one), `*` (any number), `+` (at
   * least one) or nothing (exactly one). One of them at most takes any number; those behind it are counted from the end
   * (`read+ into`). Left out: there are no operands.
   *
   * | role | the word is |
   * |---|---|
   * | `data` | looked at and nothing else: a pattern, a number, a format, a message |
   * | `number` | digits |
   * | `name` | a plain name: a script, a package, a branch (`\w @ . : / + -`, not beginning with `-`, without `..`) |
   * | `one(a\|b)` | one of these words |
   * | `match(REGEXP)` | data that matches all of the expression; it holds no blank and no closing bracket |
   * | `target(REGEXP)` | the same, and a file that the program may make: what is denied there asks |
   * | `remote(REGEXP)` | the same for the name or address of a repository; one on this machine is read |
   * | `cloned(REGEXP)` | an address, checked in the same way; its last part is a directory that is made if none is
   * given |
   * | `read` | a file that is read, or a directory that is listed |
   * | `tree` | the same with everything below, hidden or not |
   * | `search` | the same, but what is hidden is passed over (ripgrep) |
   * | `write` | a file that is written: needs the right to edit it, even if a rule allows the program (`tee`, `-o`) |
   * | `make` | a file or directory that is written; the rule that allows the program covers it inside the workspace |
   * | `into` | the same for a destination: also the name of every `read`, `tree` or `remove` operand in it |
   * | `remove` | a file that is deleted or moved away, covered like `make` |
   * | `removetree` | the same with everything below |
   * | `script` | a file that is read and run |
   * | `code(READER)` | a program: harmless only if the reader of that name (`readers/`) understands all of it |
   * | `url` | an `http:` or `https:` address of one file, without wildcards |
   * | `command` | this word and all behind it: another command. In an option of a `words` program, up to `;` or `+` |
   * | `rest` | this word and all behind it, options too: arguments of a program of the project; paths in them are
   * judged |
   * | `arguments` | like `rest`, one word |
   * | `revision` | what git calls a revision; `HEAD:file` is a file that is read |
   * | `pathspec` | what git calls a pathspec; magic and wildcards are read |
   * | `object` | a revision or a pathspec; whatever stands behind `--` is a pathspec |
   * | `only` | a pattern of names: only files that match are searched, hidden ones too (`--include`, `-g`); `!x` leaves
   * out |
   * | `assign` | `NAME=value`, data |
   * | `cd` | the directory in which everything else of the line is looked up; only as the value of an option |
   */
  readonly operands?: string;
  /** The form applies only where one of these options stands (blank-separated spellings). */
  readonly needs?: string;
  /** Options that take the place of the first operand (`-e` of grep). */
  readonly instead?: string;
  /**
   * Options that make of `read` a `tree`, and of `remove` a `removetree`; `-r`. Also `-d=recurse`: with exactly this
   * value.
   */
  readonly deep?: string;
  /** Options that make of `search` a `tree` (`--hidden` of ripgrep). */
  readonly hidden?: string;
  /**
   * The role of `.` when no operand is given and nothing is piped in. With `deep` in mind: `grep -r x` reads the tree.
   */
  readonly alone?: "read" | "tree" | "search";
  /**
   * No option of any version writes, runs or reads another file: a wildcard that may bring one (`cat *`) does not ask.
   */
  readonly plain?: true;
  /** Says why the words, all of them known, are not this form after all; for what the fields above cannot say. */
  readonly check?: (read: ReadForm) => string | undefined;
}

/** A program or subcommand that is called in several ways. */
export interface Forms {
  readonly forms: readonly Form[];
}

/** A program or subcommand that takes a subcommand. */
export interface Group {
  /** Options that may stand before the subcommand; they do not change what rules the command matches. */
  readonly options?: string;
  /** Subcommands by name; several that are alike share one key, blank-separated. */
  readonly subcommands: Readonly<Record<string, Command>>;
  /** The call without a subcommand. Left out: it asks. */
  readonly alone?: Form;
}

export type Command = Form | Forms | Group;

/** What is known about one program. Whatever is not said here asks. */
export type Grammar = Command & {
  /** The names of the program, blank-separated. */
  readonly names: string;
  /** The versions the grammar was made from and is tested with. */
  readonly versions: readonly string[];
  /** `gnu` unless given. */
  readonly style?: Style;
  /** Only some calls of it are known; any other is one of a program that nothing is known about. */
  readonly partly?: true;
  /** It obeys the repository around it: in one that is not the workspace's own it asks. */
  readonly repository?: true;
};

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

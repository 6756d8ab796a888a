import type { ShellWord } from "../read/shell-word.ts";

/** A file that a redirection opens. */
export interface RedirectUse {
  readonly access: "read" | "edit";
  readonly target: ShellWord;
  /** What the file held is gone. */
  readonly empties: boolean;
}

/** `NAME=value` before a command, or alone. `value` is undefined for arrays, `+=` and indexed names. */
export interface EnvAssignment {
  readonly name: string;
  readonly value: ShellWord | undefined;
  /** What an array holds. */
  readonly elements?: readonly ShellWord[];
}

/** One simple command of a line, expansions and redirections already looked into. */
export interface SimpleCommand {
  readonly words: readonly ShellWord[];
  readonly assignments: readonly EnvAssignment[];
  readonly redirects: readonly RedirectUse[];
  readonly text: string;
}

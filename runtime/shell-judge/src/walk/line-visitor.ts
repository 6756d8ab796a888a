import type { CommandArgument, CommandNode, ParsedScript, Statement, WordPart } from "unbash";
import type { ShellWord } from "../read/shell-word.ts";
import type { Finding } from "../verdict/finding.ts";
import type { KnownFunction } from "./function-calls.ts";
import type { Choice } from "./known-values.ts";
import type { Exits, Place } from "./place.ts";
import type { Steps } from "./steps.ts";

/** What a walk over a parsed line tells. */
export interface LineVisitor {
  /** What the whole reading takes. */
  readonly steps: Steps;
  /** One simple command, in the order of execution. Answers where the shell is afterwards. */
  command(command: SimpleCommand, place: Place): Exits;
  /** Something about the line itself. */
  found(finding: Finding): void;
  /** Bash would not read this text as a script. */
  refused(message: string): void;
}

/** One script (the line, or one inside it) being walked. */
export interface Walk {
  readonly source: string;
  readonly visitor: LineVisitor;
  readonly into: Walker;
  /** Every function that the line defines, wherever. */
  readonly functions: Map<string, KnownFunction>;
  /** The functions whose bodies are being walked. */
  readonly calling: ReadonlySet<string>;
  /** How many more calls of functions are followed. */
  readonly budget: { calls: number };
}

/** With which values a word is read, and whether its substitutions have been walked before. */
export interface WordReading {
  readonly choice?: Choice;
  readonly again?: boolean;
}

/** The walkers that call each other in a circle; they meet here, so that no file imports itself by a detour. */
export interface Walker {
  script(script: ParsedScript, walk: Walk, place: Place): Exits;
  list(statements: readonly Statement[], walk: Walk, place: Place): Exits;
  command(node: CommandNode, walk: Walk, place: Place): Exits;
  word(node: CommandArgument, walk: Walk, place: Place, reading?: WordReading): ShellWord;
  part(part: WordPart, walk: Walk, place: Place): void;
}

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
}

/** One simple command of a line, expansions and redirections already looked into. */
export interface SimpleCommand {
  readonly words: readonly ShellWord[];
  readonly assignments: readonly EnvAssignment[];
  readonly redirects: readonly RedirectUse[];
}

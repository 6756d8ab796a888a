import type { CommandArgument, CommandNode, ParsedScript, Statement, WordPart } from "unbash";
import type { Finding } from "../decide/finding.ts";
import type { ShellWord } from "../read/shell-word.ts";
import type { Directories, Exits, Place } from "./place.ts";
import type { SimpleCommand } from "./simple-command.ts";

/** What a walk over a parsed line tells. */
export interface LineVisitor {
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
}

/** The walkers that call each other in a circle; they meet here, so that no file imports itself by a detour. */
export interface Walker {
  script(script: ParsedScript, walk: Walk, place: Place): Directories;
  list(statements: readonly Statement[], walk: Walk, place: Place): Exits;
  command(node: CommandNode, walk: Walk, place: Place): Exits;
  word(node: CommandArgument, walk: Walk, place: Place): readonly ShellWord[];
  part(part: WordPart, walk: Walk, place: Place): void;
}

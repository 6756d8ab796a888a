import { type ReadWord, ROLES } from "../grammar/grammar.ts";
import type { Reading } from "../grammar/read-grammar.ts";
import type { ShellWord } from "../read/shell-word.ts";

/** One word of a command and what it was read as. */
export interface ExplainedWord {
  readonly word: string;
  readonly as: string;
}

/** One simple command of a line, as it was read. */
export interface ExplainedCommand {
  /** Its name, and its subcommands. */
  readonly command: string;
  /** The words behind it. Without a grammar of the program every word is `unknown`. */
  readonly words: readonly ExplainedWord[];
  /** What it does cannot be taken back, whatever it is done to. */
  readonly loses?: true;
}

/** What every word of a command was read as. */
export function explainCommand(given: readonly ShellWord[], read: Reading | undefined): ExplainedCommand {
  const [name, ...args] = given;
  if (read === undefined) {
    return { command: name?.text ?? "", words: args.map(({ text }) => ({ word: text, as: "unknown" })) };
  }
  const command = [name?.text ?? "", ...read.path.map(({ text }) => text)].join(" ");
  const words = [...read.options, ...read.operands].map(explained);
  return read.effect === "loses" ? { command, words, loses: true } : { command, words };
}

function explained({ word, role, option }: ReadWord): ExplainedWord {
  const as = role.name === "code" ? `a program of ${role.argument ?? "its own"}` : ROLES[role.name];
  if (option === undefined) return { word: word.text, as };
  return role.name === "flag" ? { word: option, as } : { word: word.text, as: `${as} (${option})` };
}

import type { ReadWord, RoleName } from "../grammar/grammar.ts";
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
}

const MEANINGS: Readonly<Record<RoleName, string>> = {
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
};

/** What every word of a command was read as. */
export function explainCommand(words: readonly ShellWord[], read: Reading | undefined): ExplainedCommand {
  const [name, ...args] = words;
  if (read === undefined) {
    return { command: name?.text ?? "", words: args.map(({ text }) => ({ word: text, as: "unknown" })) };
  }
  const command = [name?.text ?? "", ...read.path.map(({ text }) => text)].join(" ");
  return { command, words: [...read.options, ...read.operands].map(explained) };
}

function explained({ word, role, option }: ReadWord): ExplainedWord {
  const as = role.name === "code" ? `a program of ${role.argument ?? "its own"}` : MEANINGS[role.name];
  if (option === undefined) return { word: word.text, as };
  return role.name === "flag" ? { word: option, as } : { word: word.text, as: `${as} (${option})` };
}

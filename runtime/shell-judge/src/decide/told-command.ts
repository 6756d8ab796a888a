import type { Reading } from "../grammar/read-grammar.ts";
import type { ShellWord } from "../read/shell-word.ts";

/** One simple command of a line, for whoever shows the line. */
export interface ToldCommand {
  readonly name: string;
  /** It deletes, or what it does cannot be taken back. */
  readonly loses?: true;
}

/** What is told of a command; of a program without a grammar only its name. */
export function toldCommand([name]: readonly ShellWord[], read: Reading | undefined): ToldCommand {
  const told = { name: name?.text ?? "" };
  const deletes = read?.operands.some(({ role }) => /^remove/.test(role.name)) === true;
  const moves = read?.operands.some(({ role }) => role.name === "into") === true || told.name.endsWith("mv");
  return read?.effect === "loses" || (deletes && !moves) ? { ...told, loses: true } : told;
}

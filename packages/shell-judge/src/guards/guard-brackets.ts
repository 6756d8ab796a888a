import { guard } from "../decide/finding.ts";
import type { ShellWord } from "../read/shell-word.ts";
import type { Guard } from "./command-view.ts";

const COMPARES = /^(?:=|==|!=|<|>|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef))$/;

const LOOKS = /^-[b-hknprstuwxzGLNOS]$/;

/**
 * `[ -v 'a[$(cmd)]' ]` runs the subscript; looking at files does not open them. A word that is only known when it runs may
 * turn into that `-v`, unless it stands beside a literal operator or alone.
 */
export const guardBrackets: Guard = ({ args }) => {
  const words = args.at(-1)?.value === "]" ? args.slice(0, -1) : args;
  const named = words.some((word, index) => /^-[vR]$/.test(word.value) || mayBeOperator(word, index, words));
  const findings = named ? [guard("test on a variable's name can run commands.")] : [];
  return { findings, paths: [], harmless: true };
};

function mayBeOperator(word: ShellWord, index: number, words: readonly ShellWord[]): boolean {
  if (word.form === "literal") return false;
  if (word.splits) return true;
  if (words.length === 1) return false;
  const before = words[index - 1];
  const after = words[index + 1];
  return !(isOperator(before, LOOKS) || isOperator(before, COMPARES) || isOperator(after, COMPARES));
}

function isOperator(word: ShellWord | undefined, operators: RegExp): boolean {
  return word?.form === "literal" && operators.test(word.value);
}

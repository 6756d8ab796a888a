import { guard } from "../decide/finding.ts";
import { sedScriptIsHarmless } from "../grammar/readers/sed.ts";
import type { PathUse } from "../paths/path-judge.ts";
import type { ShellWord } from "../read/shell-word.ts";
import type { CommandReading, Guard } from "./command-view.ts";
import { openFindings } from "./guard-reading.ts";
import { optionGrammar } from "./option-grammar.ts";
import { readArguments } from "./read-arguments.ts";

const SED = optionGrammar(
  "n e:text E r s u z l:text i? f:read quiet silent debug expression:text file:read regexp-extended in-place? line-length:text posix separate sandbox unbuffered null-data help version",
);

/** Harmless when every script only prints and replaces, and nothing is changed in place. */
export const guardSed: Guard = ({ args }): CommandReading => {
  const read = readArguments(args, SED);
  const given = read.options.filter(({ name }) => name === "-e" || name === "--expression");
  const fromFile = read.options.some(({ name }) => name === "-f" || name === "--file");
  const inPlace = read.options.some(({ name }) => name === "-i" || name === "--in-place");
  const separate = given.length > 0 || fromFile;
  const scripts = [...given.map(({ value }) => value), ...(separate ? [] : read.operands.slice(0, 1))];
  const findings = [...openFindings("sed", read)];
  if (fromFile || !scripts.every(isHarmless)) findings.push(guard("The sed script may run commands or write files."));
  if (inPlace) findings.push(guard("sed -i changes files in place."));
  const files = separate ? read.operands : read.operands.slice(1);
  const paths = files.map((word): PathUse => ({ access: inPlace ? "edit" : "read", word, covered: true }));
  return { findings, paths, harmless: read.unknown.length === 0 };
};

function isHarmless(script: ShellWord | undefined): boolean {
  return script !== undefined && script.form === "literal" && sedScriptIsHarmless(script.value);
}

import { join, normalise } from "../paths/lexical.ts";
import { literalWord, type ShellWord } from "../read/shell-word.ts";
import { patternWord, printedWord } from "../walk/guesses.ts";
import type { Place } from "../walk/place.ts";
import { guessedPrint } from "./guessed-print.ts";

/** What a command is likely to leave behind: values of `read` and `printf -v`, arrays, aliases, `$1`, links. */
export function guessedAssignments(name: string, args: readonly ShellWord[], place: Place): void {
  switch (name) {
    case "read":
      assignRead(operands(args, /^-\w*[dnNptuia]$/), place);
      return;
    case "mapfile":
    case "readarray":
      assignLines(operands(args, /^-\w*[dnOsuCc]$/), place);
      return;
    case "printf":
      assignPrinted(args, place);
      return;
    case "unset":
      for (const { value } of operands(args, /^$/)) place.variables.set(value, [{ ...literalWord(""), emptied: true }]);
      return;
    case "set":
      assignPositional(args, place);
      return;
    case "alias":
      for (const { value } of args) {
        const [, alias, text] = /^([^\s=]+)=([\s\S]*)$/.exec(value) ?? [];
        if (alias !== undefined && text !== undefined) place.guesses?.aliases.set(alias, text);
      }
      return;
    case "ln":
      linked(args, place);
      return;
    default:
  }
}

/** Names of variables; `valued` are the options whose value stands in the next word. */
function operands(args: readonly ShellWord[], valued: RegExp): readonly ShellWord[] {
  return args.filter(({ value, form }, index) => {
    return form === "literal" && /^[A-Za-z_]\w*$/.test(value) && !valued.test(args[index - 1]?.value ?? "-");
  });
}

/** Each line of what is fed gives one value; the last variable takes what is left of the line. */
function assignRead(names: readonly ShellWord[], { input, variables, names: found }: Place): void {
  const below = (found?.below ?? []).map(({ value }) => `${value.replace(/\/$/, "")}/*`);
  const lines = input === undefined ? below : input.text.split("\n");
  const deep = input?.deep === true || (input === undefined && found?.all === true);
  const all = names.length === 0 ? ["REPLY"] : names.map(({ value }) => value);
  for (const [index, name] of all.entries()) {
    const values = lines
      .map((line) => (all.length === 1 ? line.trim() : fieldOf(line, index, all.length)))
      .filter((value) => value !== "");
    if (values.length > 0)
      variables.set(
        name,
        values.slice(0, 20).map((value) => patternWord(value, deep)),
      );
  }
}

function fieldOf(line: string, index: number, count: number): string {
  const fields = line.trim().split(/\s+/);
  return index === count - 1 ? fields.slice(index).join(" ") : (fields[index] ?? "");
}

function assignLines(names: readonly ShellWord[], { input, variables }: Place): void {
  if (input === undefined) return;
  const lines = input.text.split("\n").filter((line) => line !== "");
  variables.setList(
    names.at(-1)?.value ?? "MAPFILE",
    lines.slice(0, 50).map((line) => patternWord(line)),
  );
}

function assignPrinted(args: readonly ShellWord[], place: Place): void {
  const [option, name, ...rest] = args;
  const printed = option?.value === "-v" ? guessedPrint("printf", rest, place).prints : undefined;
  if (name !== undefined && printed !== undefined) place.variables.set(name.value, [patternWord(printed.text)]);
}

/** `set -- a b` and `set a b`. */
function assignPositional(args: readonly ShellWord[], { variables }: Place): void {
  const words = args[0]?.value === "--" ? args.slice(1) : args;
  if (words.length === 0 || /^[-+]/.test(args[0]?.value.replace(/^--$/, "") ?? "")) return;
  variables.setList("@", words);
  for (const [index, word] of words.slice(0, 9).entries()) variables.set(String(index + 1), [word]);
}

/** What is reached by way of a link that the line makes. */
function linked(args: readonly ShellWord[], { directories, guesses }: Place): void {
  const [target, link] = args.filter(({ value }) => !value.startsWith("-")).map(printedWord);
  const from = directories?.[0];
  if (target === undefined || from === undefined || !args.some(({ value }) => /^-\w*s|^--symbolic$/.test(value)))
    return;
  const place = normalise(join(from, link ?? target.slice(target.lastIndexOf("/") + 1)));
  guesses?.links.set(place, normalise(join(place.slice(0, place.lastIndexOf("/")) || "/", target)));
}

import { namesFound } from "../grammar/found-names.ts";
import { calledOf, type Reading } from "../grammar/read-grammar.ts";
import type { CommandReading } from "../guards/command-view.ts";
import type { ShellWord } from "../read/shell-word.ts";
import type { Exits, Place } from "../walk/place.ts";

/** What a command prints, where that is known or is names of files. */
export function printed(
  name: string,
  args: readonly ShellWord[],
  { read }: CommandReading,
  place: Place,
): Pick<Exits, "prints" | "names"> {
  if (name === "echo" || name === "printf") return text(name, args);
  if (read === undefined) return name === "cat" && args.length === 0 ? passed(place) : {};
  if (letsThrough(name, read)) return passed(place);
  return printsNames(name, read) ? { names: namesFound(read) } : {};
}

function passed({ input, names }: Place): Pick<Exits, "prints" | "names"> {
  return { prints: input, names };
}

/** Filters, and the options with which they only choose among lines: no line is changed, cut or joined by them. */
const FILTERS: Readonly<Record<string, RegExp>> = {
  cat: /^-u$/,
  head: /^(?:-n|--lines|-#|-q)$/,
  tail: /^(?:-n|--lines|-#|-q)$/,
  sort: /^-[urnVfz]$|^--(?:unique|reverse|numeric-sort|version-sort)$/,
  uniq: /^-[udi]$/,
  grep: /^-[vivEFGPwxemz]$|^--(?:invert-match|ignore-case|extended-regexp|fixed-strings|perl-regexp|regexp|max-count)$/,
};

function letsThrough(name: string, { options, operands }: Reading): boolean {
  const chooses = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined;
  if (chooses === undefined || operands.some(({ role }) => role.name === "read" || role.name === "tree")) return false;
  return options.every(({ option }) => chooses.test(option ?? ""));
}

function text(name: string, args: readonly ShellWord[]): Pick<Exits, "prints"> {
  if (!args.every(({ form }) => form === "literal")) return {};
  const values = args.map(({ value }) => value);
  const plain = values.every((value) => /^(?!-)[\w\s./@:+,=-]*$/.test(value));
  if (name === "echo") {
    const shown = values.filter((value, index) => index > 0 || !/^-[neE]+$/.test(value)).join(" ");
    return { prints: { text: shown, exact: plain } };
  }
  const [format = "", ...rest] = values;
  const exact = /^%s(?:\\n| )?$/.test(format) && rest.every((value) => /^[\w./@:+,=-]*$/.test(value));
  const shown = rest.length > 0 && /%[sb]/.test(format) ? rest.join("\n") : [format, ...rest].join(" ");
  return { prints: { text: shown.replace(/\\n/g, "\n"), exact: exact && format.length > 2 } };
}

/** Programs that print names of files, and the options with which they print nothing else and change no name. */
const LISTS: Readonly<Record<string, { readonly needs?: RegExp; readonly may: RegExp }>> = {
  find: { may: /^-(?!printf|ls$|exec|delete|fprint|fls)/ },
  rg: {
    needs: /^(?:-l|--files-with-matches|--files)$/,
    may: /^(?:-[ligSswFetTu.]|--(?:files|files-with-matches|glob|iglob|type|type-not|hidden|ignore-case|fixed-strings|word-regexp|smart-case))$/,
  },
  grep: {
    needs: /^(?:-l|--files-with-matches)$/,
    may: /^(?:-[rRlLiwEFPxesI]|--(?:files-with-matches|recursive|include|exclude|exclude-dir|ignore-case))$/,
  },
  ls: { may: /^-[1aAtrS]$/ },
  "git ls-files": { may: /^(?:-[cmodC]|--(?:cached|modified|others|deleted|exclude-standard))$/ },
  "git diff": { needs: /^--name-only$/, may: /^--(?:name-only|cached|staged|diff-filter)$/ },
};

function printsNames(name: string, reading: Reading): boolean {
  const { options, operands } = reading;
  const called = `${name} ${calledOf(reading)}`.trim();
  const list = Object.hasOwn(LISTS, called) ? LISTS[called] : undefined;
  if (list === undefined || (name === "ls" && operands.length > 0)) return false;
  const given = options.map(({ option }) => option ?? "");
  const deep = name !== "grep" || given.some((option) => /^(?:-[rR]|--recursive)$/.test(option));
  const needed = list.needs === undefined || given.some((option) => list.needs?.test(option));
  return deep && needed && given.every((option) => list.may.test(option));
}

import { namesFound } from "../grammar/found-names.ts";
import type { Reading } from "../grammar/read-grammar.ts";
import type { CommandReading } from "../guards/command-view.ts";
import type { ShellWord } from "../read/shell-word.ts";
import type { Exits, FoundNames, Place } from "../walk/place.ts";

/** What a command prints, where that is known to the letter or is names of files. */
export function printed(
  name: string,
  args: readonly ShellWord[],
  { read }: CommandReading,
  place: Place,
): Pick<Exits, "prints" | "names"> {
  if (name === "echo" || name === "printf") return text(name, args);
  if (read === undefined && args.length > 0) return {};
  if (read !== undefined && passesOn(name, read)) {
    const same = name === "cat" && read.options.length === 0 && place.input !== undefined;
    return { ...(same ? { prints: place.input } : {}), ...named(place.names) };
  }
  if (read === undefined) return {};
  return printsNames(name, read) && onlyWith(PLAIN_NAMES, name, read) ? named(namesFound(read)) : {};
}

function named(names: FoundNames | undefined): Pick<Exits, "names"> {
  return names === undefined ? {} : { names };
}

/** Programs that let lines through as they come, and the options with which they still do. */
const FILTERS: Readonly<Record<string, RegExp>> = {
  cat: /^-u$/,
  head: /^(?:-n|--lines|-#|-q)$/,
  tail: /^(?:-n|--lines|-#|-q)$/,
  sort: /^-[urnVfz]$|^--(?:unique|reverse|numeric-sort|version-sort)$/,
  uniq: /^-[udi]$/,
  grep: /^-[vivEFGPwxemz#]$|^--(?:invert-match|ignore-case|extended-regexp|fixed-strings|perl-regexp|regexp|max-count)$/,
};

/** Options with which a name is printed as it is: nothing before it, behind it or in its place. */
const PLAIN_NAMES: Readonly<Record<string, RegExp>> = {
  find: /^(?!-(?:printf|ls|exec|execdir|delete)$)/,
  rg: /^(?!--(?:path-separator|json|null|hyperlink-format|vimgrep|pretty)$|-[0p]$)/,
  grep: /^(?!--(?:label|null)$|-Z$)/,
  ls: /^-[1aAtrSUdc]$|^--(?:all|almost-all|reverse|directory)$/,
  git: /^(?:-[comdzx]|--(?:cached|others|modified|deleted|exclude-standard|exclude|name-only|staged|no-pager|diff-filter)|-C|-P)$/,
};

function passesOn(name: string, read: Reading): boolean {
  const reads = read.operands.some(({ role }) => role.name === "read" || role.name === "tree");
  return !reads && Object.hasOwn(FILTERS, name) && onlyWith(FILTERS, name, read);
}

function onlyWith(known: Readonly<Record<string, RegExp>>, name: string, { options }: Reading): boolean {
  const pattern = Object.hasOwn(known, name) ? known[name] : undefined;
  return pattern !== undefined && options.every(({ option }) => option === undefined || pattern.test(option));
}

/** What `echo` and `printf` print, where no escape and no format changes it. */
function text(name: string, args: readonly ShellWord[]): Pick<Exits, "prints"> {
  if (!args.every(({ form }) => form === "literal")) return {};
  const values = args.map(({ value }) => value);
  if (name === "echo") {
    const escapes = values.some((value) => value.includes("\\"));
    return escapes ? {} : { prints: values.filter((value, index) => index > 0 || !/^-[nE]+$/.test(value)).join(" ") };
  }
  const [format = "", ...rest] = values;
  if (/^%s(?:\\n)?$/.test(format)) return { prints: rest.join(format === "%s" ? "" : "\n") };
  return rest.length > 0 || /[%\\]/.test(format.replace(/\\n/g, "")) ? {} : { prints: format.replace(/\\n/g, "\n") };
}

function printsNames(name: string, { path, options, operands }: Reading): boolean {
  const has = (...names: string[]) => options.some(({ option }) => names.includes(option ?? ""));
  switch (name) {
    case "find":
      return !has("-printf", "-ls", "-exec", "-execdir", "-delete");
    case "rg":
      return has("-l", "--files-with-matches", "--files", "-L");
    case "grep":
      return has("-l", "--files-with-matches") && has("-r", "-R", "--recursive");
    case "ls":
      return operands.length === 0 && !has("-l", "-R", "-s", "-i", "--recursive");
    case "git":
      return path[0]?.value === "ls-files" || (path[0]?.value === "diff" && has("--name-only"));
    default:
      return false;
  }
}

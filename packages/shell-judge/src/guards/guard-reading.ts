import { type Finding, guard } from "../decide/finding.ts";
import type { PathUse } from "../paths/path-judge.ts";
import { literalWord, type ShellWord } from "../read/shell-word.ts";
import type { CommandReading, CommandView } from "./command-view.ts";
import { type ReadArguments, readArguments } from "./read-arguments.ts";
import type { ReadingProfile } from "./reading-profiles.ts";

/** Those of them that have an option which writes or runs something. */
const RUNNING = new Set(["sort", "rg", "tree", "file", "diff"]);

/** Commands that only read, as long as no option of theirs writes or runs something. */
export function guardReading(view: CommandView, profile: ReadingProfile): CommandReading {
  if (view.name === "echo") return { findings: [], paths: [], harmless: true };
  const read = readArguments(view.args, profile.grammar);
  const guarded = RUNNING.has(view.name);
  const findings = [
    ...optionFindings(view.name, read),
    ...(guarded ? openFindings(view.name, read) : []),
    ...(profile.operands === "text" ? [] : splitFindings(view)),
  ];
  return { findings, paths: pathsOf(view, profile, read), harmless: read.unknown.length === 0 };
}

/** An unquoted expansion may bring the names of further files with it, wherever it stands. */
function splitFindings({ name, args }: CommandView): readonly Finding[] {
  return args
    .filter(({ form, splits }) => form === "dynamic" && splits)
    .map((word) => guard(`What ${name} would read cannot be known before ${word.text} is expanded; quote it.`));
}

/** An ask for each option that writes or runs something. */
export function optionFindings(name: string, read: ReadArguments): readonly Finding[] {
  return read.options
    .filter((option) => option.role === "guard")
    .map((option) => guard(`${name} ${option.name} can write files or run programs.`));
}

/** A name that is only known when it runs may turn out to be such an option. */
export function openFindings(name: string, read: ReadArguments): readonly Finding[] {
  return read.open.map((word) => guard(`${word.text} may turn into an option of ${name}; put ./ or -- before it.`));
}

/** Values of options that name files. */
export function optionPaths(read: ReadArguments): readonly PathUse[] {
  return read.options.flatMap(({ role, value }) =>
    value !== undefined && (role === "read" || role === "edit") ? [{ access: role, word: value }] : [],
  );
}

function pathsOf(view: CommandView, profile: ReadingProfile, read: ReadArguments): readonly PathUse[] {
  const recursive = isRecursive(view.name, read);
  const words = fileOperands(profile, read);
  const searched = recursive && words.length === 0 && !view.fed ? [literalWord(".")] : words;
  const hidden = recursive && showsHidden(view.name, read);
  const files = searched.map((word): PathUse => ({ access: "read", word, recursive, hidden }));
  return [...optionPaths(read), ...files, ...searchedNames(read)];
}

/** `--include=.env` and `-g .env` look for just these names, hidden or not. */
function searchedNames(read: ReadArguments): readonly PathUse[] {
  return read.options.flatMap(({ name, value }): readonly PathUse[] => {
    if (value === undefined || !/^(?:--include|--glob|--iglob|-g)$/.test(name) || value.value.startsWith("!"))
      return [];
    const last = value.value.slice(value.value.lastIndexOf("/") + 1);
    return [{ access: "read", word: { ...value, form: "glob", value: last, pattern: last, prefix: "", tilde: false } }];
  });
}

function fileOperands(profile: ReadingProfile, read: ReadArguments): readonly ShellWord[] {
  if (profile.operands === "text") return [];
  if (profile.operands === "read") return read.operands;
  const given = read.options.some(({ name }) =>
    ["-e", "-f", "--regexp", "--file", "--files", "--type-list"].includes(name),
  );
  return given ? read.operands : read.operands.slice(1);
}

/** Does it read the contents of everything below? ripgrep leaves hidden files alone unless it is told otherwise. */
function isRecursive(name: string, read: ReadArguments): boolean {
  const has = (...names: string[]) => read.options.some((option) => names.includes(option.name));
  if (/^[ef]?grep$/.test(name)) {
    const told = read.options.some(
      (option) => /^(?:-d|--directories)$/.test(option.name) && option.value?.value !== "skip",
    );
    return told || has("-r", "-R", "--recursive", "--dereference-recursive");
  }
  if (name === "diff") return has("-r", "--recursive");
  return name === "rg" && !has("--files");
}

/** ripgrep passes over what is hidden, unless it is told otherwise. */
function showsHidden(name: string, read: ReadArguments): boolean {
  return (
    name !== "rg" || read.options.some((option) => /^(?:--hidden|-\.|-u|--unrestricted|-L|--follow)$/.test(option.name))
  );
}

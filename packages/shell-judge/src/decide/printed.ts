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
  const passes = FILTERS.has(name) && !read?.operands.some(({ role }) => role.name === "read" || role.name === "tree");
  if (passes)
    return { ...(name === "cat" && place.input !== undefined ? { prints: place.input } : {}), ...named(place.names) };
  if (read === undefined) return {};
  return printsNames(name, read) ? named(namesFound(read)) : {};
}

function named(names: FoundNames | undefined): Pick<Exits, "names"> {
  return names === undefined ? {} : { names };
}

/** They let lines through as they come. */
const FILTERS = new Set(["cat", "head", "tail", "sort", "uniq", "grep"]);

function text(name: string, args: readonly ShellWord[]): Pick<Exits, "prints"> {
  if (!args.every(({ form }) => form === "literal")) return {};
  const values = args.map(({ value }) => value);
  if (name === "echo")
    return { prints: values.filter((value, index) => index > 0 || !/^-[neE]+$/.test(value)).join(" ") };
  const [format = "", ...rest] = values;
  const shown = rest.length > 0 && /%[sb]/.test(format) ? rest.join("\n") : [format, ...rest].join(" ");
  return { prints: shown.replace(/\\n/g, "\n") };
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

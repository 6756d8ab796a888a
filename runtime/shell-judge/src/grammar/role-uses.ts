import { candidates } from "../guards/guard-generic.ts";
import type { PathUse } from "../paths/path-use.ts";
import { literalWord, type ShellWord } from "../read/shell-word.ts";
import { type Finding, guard } from "../verdict/finding.ts";
import { namesOfTypes } from "./file-types.ts";
import { objectUses, pathspecFindings, pathspecUses, remoteUses, revisionUses } from "./git-words.ts";
import type { ReadWord, Role } from "./grammar.ts";
import { isGiven } from "./operand-roles.ts";
import type { Reading } from "./read-grammar.ts";
import { READERS } from "./readers/readers.ts";
import { matchesSecret, onlyFindings } from "./search-patterns.ts";

/** What the words of a call that was understood mean for files, and what stands in their way. */
export interface RoleUses {
  readonly paths: readonly PathUse[];
  readonly findings: readonly Finding[];
}

/** Looks up every word by its role, for the program of this name. */
export function roleUses(reading: Reading, name: string): RoleUses {
  const words = [...reading.options, ...reading.operands];
  const only = words.filter(({ role }) => role.name === "only").map(({ word }) => word);
  const searches = reading.form.alone !== undefined || words.some(({ role }) => /^(?:tree|search)$/.test(role.name));
  const copies = words.some(({ role }) => role.name === "into");
  const { names } = reading.form;
  const context: Context = {
    words,
    searches,
    copies,
    names,
    only: shownNames(only) ?? (name === "rg" ? namesOfTypes(words) : undefined),
  };
  const paths = words.flatMap((read) => usesOf(read, context));
  const findings = words
    .filter(({ role }) => searches || role.name !== "only")
    .flatMap((read) => findingsOf(read, name, names));
  if (words.some(({ role }) => role.name === "cd")) {
    paths.push({ access: "read", word: literalWord(".") });
    // A program of the project works where `-C` says, and writes what it likes there.
    if (reading.effect === "runs") paths.push({ access: "edit", word: literalWord("."), counts: "asked-denials" });
  }
  // What is piped in does not count: most programs search all the same, and ripgrep does so for some inputs.
  const given = reading.operands.some(({ word, role }) => READS.has(role.name) && !isExclusion(word, role));
  if (!given && reading.form.alone !== undefined) paths.push(...defaultUse(reading, name, context));
  return { paths, findings };
}

const READS = new Set(["read", "tree", "search", "pathspec"]);

/** A pathspec that only leaves out stands for everything else. */
function isExclusion(word: ShellWord, role: Role): boolean {
  return role.name === "pathspec" && pathspecUses(word).length === 0;
}

interface Context {
  readonly words: readonly ReadWord[];
  readonly only: readonly string[] | undefined;
  /** It looks into files below a place, so that patterns of names say which. */
  readonly searches: boolean;
  /** What it reads stands elsewhere afterwards. */
  readonly copies: boolean;
  /** Of what it reads it shows names alone. */
  readonly names: boolean;
}

/** The patterns of which a file must match one; undefined when every file is searched. */
function shownNames(words: readonly ShellWord[]): readonly string[] | undefined {
  const shown = words.filter(({ prefix }) => !prefix.startsWith("!"));
  if (shown.length === 0 || shown.some(({ form }) => form === "dynamic")) return undefined;
  return shown.map(({ value }) => value.slice(value.lastIndexOf("/") + 1));
}

function usesOf({ word, role }: ReadWord, context: Context): readonly PathUse[] {
  const { only, copies: copied, names: namesOnly } = context;
  const found = { recursive: true, hidden: true, only: word.only ?? only, tracked: word.tracked };
  const below = word.below === true ? found : { only };
  switch (role.name) {
    case "read":
    case "script":
      return [{ access: "read", word, namesOnly, ...below }];
    case "tree":
      return [{ access: "read", word, recursive: true, hidden: true, copied, only }];
    case "search":
      return [{ access: "read", word, recursive: true, only }];
    case "write":
      return [{ access: "edit", word, ...below }];
    case "make":
      return [
        { access: "edit", word, covered: true, ...below, ...(role.argument === "venv" && { environment: true }) },
      ];
    case "remove":
      return [{ access: "edit", word, covered: true, ...below, removes: true }];
    case "cloned":
      return context.words.some(({ role: { name } }) => name === "make") ? [] : clonedUses(word);
    case "removetree":
      // What is moved is seen under its new name by the rest of the line.
      return [
        { access: "edit", word, covered: true, recursive: true, removes: true },
        { access: "read", word, recursive: true, hidden: true, copied },
      ];
    case "into":
      return intoUses(word, context.words);
    case "rest":
    case "arguments":
      return candidates(word).flatMap((use): PathUse[] => [use, { ...use, access: "edit", counts: "asked-denials" }]);
    case "object":
      return objectUses(word).map((use) => withAllBelow(use, context));
    case "pathspec":
      return pathspecUses(word).map((use) => withAllBelow(use, context));
    case "target":
      return [{ access: "edit", word, counts: "asked-denials" }];
    case "remote":
      return remoteUses(word);
    case "revision":
      return revisionUses(word);
    case "only":
      return !context.searches || /[*?[{!]/.test(word.value) ? [] : [{ access: "read", word: literalWord(word.value) }];
    default:
      // A wildcard may become several words, of which the others are whatever stands next: files.
      return word.form === "glob" && word.splits ? [{ access: "read", word, namesOnly }] : [];
  }
}

/** Of all that is below a place git shows what it tracks. */
const OF_GIT = { tracked: true };

/** A folder in a pathspec is all that is in it, where the text of files is shown. */
function withAllBelow(use: PathUse, { searches }: Context): PathUse {
  return searches ? { ...use, recursive: true, ...OF_GIT } : use;
}

function findingsOf({ word, role, option }: ReadWord, name: string, names: boolean): readonly Finding[] {
  const where = option === undefined ? name : `${name} ${option}`;
  const secret = word.below === true && !names && word.only?.find(matchesSecret);
  if (typeof secret === "string") return [guard(`${secret} also finds files that may hold secrets.`)];
  switch (role.name) {
    case "code": {
      const known = word.form === "literal" && READERS.get(role.argument ?? "")?.(word.value) === true;
      return known ? [] : [guard(`The program ${shortened(word.text)} of ${where} may run commands or open files.`)];
    }
    case "arguments":
    case "rest":
      return word.form === "dynamic" && (word.splits || /^(?:-|$)/.test(word.prefix))
        ? [guard(`What ${word.text} means to ${where} cannot be known before it runs.`)]
        : [];
    case "object":
    case "pathspec":
      return pathspecFindings(word);
    case "only":
      return onlyFindings(word, name);
    default:
      return [];
  }
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

function defaultUse(reading: Reading, name: string, context: Context): readonly PathUse[] {
  const { alone, deep, hidden } = reading.form;
  const searches = alone === "search" && !isGiven(hidden, reading.options);
  if (alone === "read" && !isGiven(deep, reading.options)) return [];
  const uses = usesOf({ word: literalWord("."), role: { name: searches ? "search" : "tree" } }, context);
  return name === "git" && searches ? uses.map((use) => ({ ...use, ...OF_GIT, fromRoot: true })) : uses;
}

/** The directory that git names after an address. */
function clonedUses(word: ShellWord): readonly PathUse[] {
  const name = /([^/:]*?)(?:\.git)?\/*(?:\.git\/*)?$/.exec(word.value)?.[1] ?? "";
  return [{ access: "edit", word: literalWord(name === "" ? ".git" : name), covered: true }];
}

/** The destination, and in it the name of everything that is put there. */
function intoUses(target: ShellWord, words: readonly ReadWord[]): readonly PathUse[] {
  const sources = words.filter(({ role }) => /^(?:read|tree|remove|removetree)$/.test(role.name));
  const found = target.below === true ? { recursive: true, hidden: true, only: target.only } : {};
  const use = (word: ShellWord): PathUse => ({ access: "edit", word, covered: true, ...found });
  const named = sources.map(({ word, role }) => ({ word: inside(target, word), recursive: role.name === "tree" }));
  const whole = { ...use(target), brings: sources.some(({ role }) => role.name !== "read") };
  if (named.some(({ word }) => word === undefined)) return [whole, { ...whole, recursive: true }];
  return [whole, ...named.flatMap(({ word, recursive }) => (word === undefined ? [] : [{ ...use(word), recursive }]))];
}

/** The name a source gets when the target is a directory; undefined when that is not known. */
function inside(target: ShellWord, source: ShellWord): ShellWord | undefined {
  const name = /([^/]+)\/*$/.exec(source.value)?.[1];
  if (source.form !== "literal" || target.form !== "literal" || name === undefined || /^\.\.?$/.test(name)) {
    return undefined;
  }
  return {
    ...target,
    value: `${target.value}/${name}`,
    prefix: `${target.prefix}/${name}`,
    pattern: `${target.pattern}/${literalWord(name).pattern}`,
  };
}

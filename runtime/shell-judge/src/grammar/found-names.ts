import { literalWord, type ShellWord, unknownWord } from "../read/shell-word.ts";
import type { FoundNames } from "../walk/place.ts";
import { calledOf, type Reading } from "./read-grammar.ts";

/** The commands that a call runs, `{}` in them standing for names that it found. */
export function foundPayloads(reading: Reading): readonly (readonly ShellWord[])[] {
  const commands: ShellWord[][] = [];
  let open: ShellWord[] | undefined;
  for (const { word, role, option } of reading.options) {
    if (role.name === "command") {
      open ??= [];
      open.push(word);
    } else if (open !== undefined && option !== undefined) {
      commands.push(open);
      open = undefined;
    }
  }
  const names = open === undefined && commands.length === 0 ? undefined : namesFound(reading);
  if (!isFd(reading)) return commands.map((words) => words.flatMap((word) => placed(word, names)));
  return commands.map((words) => {
    const hasPlace = words.some(({ value, form }) => form !== "literal" || value.includes("{"));
    return [...words, ...(hasPlace ? [] : [literalWord("{}")])].flatMap((word) => placed(word, names));
  });
}

function isFd({ plain: [name] }: Reading): boolean {
  return /^fd(?:find)?$/.test(name?.value ?? "");
}

/** `{.}`, `{/}`, `{//}` and `{/.}` of fd are parts of a name. */
const PART_OF_NAME = /\{(?:\/?\.|\/\/?)\}/;

function placed(word: ShellWord, names: FoundNames | undefined): readonly ShellWord[] {
  const isPart = PART_OF_NAME.test(word.value);
  if (!isPart && !word.value.includes("{}")) return [word];
  return isPart || word.value !== "{}" || names === undefined ? [unknownWord(word)] : foundWords(names);
}

/** Words that stand for the names. */
export function foundWords({ below, only, tracked }: FoundNames): readonly ShellWord[] {
  return below.map((word) => ({ ...word, below: true, only: only.length === 0 ? undefined : only, tracked }));
}

/** What a call prints when it prints names of files, one a line; undefined: something else. */
export function namesFound(reading: Reading): FoundNames | undefined {
  const below = reading.operands.filter(({ role }) => /^(?:read|tree|search|pathspec)$/.test(role.name));
  const endings = calledOf(reading) === "ls-files" ? reading.operands.map(({ word }) => word) : [];
  const tracked = printsTracked(reading);
  if (endings.length > 0 && endings.every(isEnding))
    return { below: [literalWord(".")], only: endings.map(({ value }) => value), tracked };
  const start = below.length === 0 ? [literalWord(".")] : below.map(({ word }) => word);
  if (!start.every(({ form, value }) => /^(?:literal|glob)$/.test(form) && !value.startsWith("-"))) return undefined;
  const only = isFd(reading) ? extensions(reading) : choosing(reading) ? [] : patterns(reading);
  return { below: start, only, tracked };
}

/** `*.ts`, which git takes for names in every folder. */
function isEnding({ form, value }: ShellWord): boolean {
  return form === "literal" && /^\*\.[\w.]+$/.test(value);
}

/** `git ls-files`, and `git diff --name-only` against the index: an older revision may have tracked a secret. */
function printsTracked(reading: Reading): boolean {
  const { options, operands } = reading;
  const called = calledOf(reading);
  if (called === "ls-files") return !options.some(({ option }) => /^(?:-o|--others)$/.test(option ?? ""));
  return (
    called === "diff" && operands.length === 0 && !options.some(({ option }) => /cached|staged/.test(option ?? ""))
  );
}

const ACTIONS = new Set(["-exec", "-execdir", "-print", "-print0", "-printf", "-ls"]);

/** Only a pattern before the first action limits what that action gets. */
function patterns({ options }: Reading): readonly string[] {
  const acts = options.findIndex(({ option }) => ACTIONS.has(option ?? ""));
  const before = acts < 0 ? options : options.slice(0, acts);
  const names = before.filter(({ role }) => role.name === "only").map(({ word }) => word);
  return names.every((word) => word.form === "literal" && !word.value.startsWith("!"))
    ? names.map(({ value }) => value)
    : [];
}

/** Of names that fd finds; it shows one that ends in any of them. */
function extensions({ options }: Reading): readonly string[] {
  const given = options.filter(({ option }) => option === "-e" || option === "--extension").map(({ word }) => word);
  const known = given.every(({ form, value }) => form === "literal" && /^[\w.]+$/.test(value));
  return known ? given.map(({ value }) => `*.${value.replace(/^\./, "")}`) : [];
}

/** Alternatives, and negations of names: the patterns do not limit what is found. */
function choosing({ options, operands }: Reading): boolean {
  const negated = options.some(({ option }, index) => {
    const next = options[index + 1]?.option ?? "-name";
    return option === "-not" && !/^-(?:i?path|i?wholename|type|size|m?time|newer|empty|perm|user)$/.test(next);
  });
  const alternative = options.some(({ option }) => option === "-o" || option === "-or");
  return negated || alternative || operands.some(({ word }) => /^[!,()]$/.test(word.value));
}

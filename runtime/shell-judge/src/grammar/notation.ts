import { CHECKS } from "./checks.ts";
import type { Command, Form, Grammar, OptionSpecs, Style } from "./grammar.ts";
import { effectOf, parseOperand, parseOptions } from "./options.ts";

/**
 * Grammars of programs as a table, by their names; what is indented belongs to the line above it. A mistake in one
 * throws when it is first read.
 *
 * | written | is |
 * |---|---|
 * | `name name \| version, version \| posix` | a program, the versions it was made from, and, where needed, its style
 * `repository` and `partly` |
 * | `reads data read* -v,--verbose` | one form: its effect, then operands, options and marks in any order, on as many
 * lines as it takes |
 * | `needs=-l,--list` `instead=…` `deep=…` `hidden=…` `alone=read` `check=…` `plain` `names` | a mark: a field;
 * `check` names one of `CHECKS` |
 * | `list ls: reads name*` | a subcommand with one form; with nothing behind the colon, what is below it |
 * | `-q,--quiet`, and a form, beside subcommands | options before the subcommand; the call without one |
 * | `// …` | said to whoever reads it here |
 *
 * Known options, blank-separated, exactly as they are spelled; spellings of one option are joined by commas.
 *
 * | written | the option is given as |
 * |---|---|
 * | `-v` `--verbose` | a flag |
 * | `-n,--lines=data` | `-n5`, `-n 5`, `--lines=5`, `--lines 5` |
 * | `--url:url` | `--url X` only, the value in the next word |
 * | `--arg:data:read` | `--arg X FILE`: two words, each with its role |
 * | `-U?=data` `--color?=data` | `-U`, `-U3`, `--color`, `--color=x`: the value is attached or there is none |
 * | `-#` | `-5`: a bare number |
 * | `-f,--force!loses` | a flag (or any of the above) that gives the call an effect of its own |
 * | `-e=code(sed)` | what is behind `=` is a role, see `operands` |
 *
 * What the operands are, in order: blank-separated roles, each with `?` (none or one), `*` (any number), `+` (at
 * least one) or nothing (exactly one). One of them at most takes any number; those behind it are counted from the end
 * (`read+ into`). Left out: there are no operands. `ROLES` says what each role is; more of some of them:
 *
 * | role | the word is |
 * |---|---|
 * | `data` | looked at and nothing else: a pattern, a number, a format, a message |
 * | `name` | a plain name: a script, a package, a branch (`\w @ . : / + -`, not beginning with `-`, without `..`) |
 * | `one(a\|b)` | one of these words |
 * | `match(REGEXP)` | data that matches all of the expression; it holds no blank and no closing bracket |
 * | `target(REGEXP)` | the same, and a file that the program may make: what is denied there asks |
 * | `remote(REGEXP)` | the same for the name or address of a repository; one on this machine is read |
 * | `cloned(REGEXP)` | the same for an address, whose last part is a directory that is made if none is given |
 * | `read` | a file that is read, or a directory that is listed |
 * | `tree` | like `read` with everything below, hidden or not |
 * | `search` | the same, but what is hidden is passed over (ripgrep) |
 * | `write` | a file that is written: needs the right to edit it, even if a rule allows the program (`tee`, `-o`) |
 * | `make` | a file or directory that is written; the rule that allows the program covers it inside the workspace |
 * | `make(venv)` | the same for an environment of Python, which holds nothing but what its program puts there |
 * | `into` | the same for a destination: also the name of every `read`, `tree` or `remove` operand in it |
 * | `remove` | a file that is deleted or moved away, covered like `make` |
 * | `code(READER)` | a program: harmless only if the reader of that name (`readers/`) understands all of it |
 * | `url` | an `http:` or `https:` address of one file, without wildcards |
 * | `name(REGEXP)`, so `read`, `script`, `arguments`, `object` | the same, where the known part of the word matches |
 * | `command` | this word and all behind it: another command. In an option up to `;` or `+`, which `words` need |
 * | `rest` | this word and all behind it, options too, for a program of the project; paths in them are judged |
 * | `arguments` | like `rest`, one word |
 * | `revision` | what git calls a revision; `HEAD:file` is a file that is read |
 * | `pathspec` | what git calls a pathspec; magic and wildcards are read |
 * | `object` | a revision or a pathspec; whatever stands behind `--` is a pathspec |
 * | `only` | only files that match this pattern of names are searched, hidden ones too; `!x` leaves out |
 * | `cd` | the directory in which everything else of the line is looked up; only as the value of an option |
 */
export function grammars(text: string): readonly (readonly [name: string, grammar: () => Grammar])[] {
  return text.split(/\n(?=[^\s/])/).flatMap((table) => {
    // Few programs stand in one line of a shell: a table is read when its program does.
    let grammar: Grammar | undefined;
    const read = () => (grammar ??= readTable(table));
    const names = /^\S.*?(?= \| )/.exec(table)?.[0].split(" ") ?? [];
    return names.map((name) => [name, read] as const);
  });
}

/** A line, and those that are indented below it. */
interface Block {
  readonly line: string;
  readonly below: readonly string[];
}

function blocksOf(lines: readonly string[]): readonly Block[] {
  const indent = indentOf(lines[0] ?? "");
  const starts = lines.flatMap((line, index) => (indentOf(line) === indent ? [index] : []));
  return starts.map((start, index) => ({
    line: (lines[start] ?? "").trim(),
    below: lines.slice(start + 1, starts[index + 1]),
  }));
}

function indentOf(line: string): number {
  return line.search(/\S/);
}

/** Reads the table of one program. */
export function readTable(table: string): Grammar {
  const [line = "", ...below] = table.split("\n").filter((one) => !/^\s*(?:\/\/.*)?$/.test(one));
  // The names, and the versions that the table was made from, come first.
  const marks = line.split(" | ").slice(2);
  return {
    ...commandOf(below),
    style: STYLES.find((one) => marks.includes(one)) ?? "gnu",
    repository: marks.includes("repository"),
    partly: marks.includes("partly"),
  };
}

const STYLES: readonly Style[] = ["gnu", "posix", "words", "wordsfirst"];
const SUBCOMMAND = /^([\w. -]+):(?: (.*))?$/;

function commandOf(lines: readonly string[]): Command {
  const blocks = blocksOf(lines);
  const options = blocks.filter(({ line }) => line.startsWith("-"));
  const subcommands = blocks.filter(({ line }) => SUBCOMMAND.test(line));
  const forms = blocks.filter((block) => !options.includes(block) && !subcommands.includes(block));
  return {
    forms: forms.map(({ line, below }) => formOf([line, ...below])),
    options: parseOptions(options.flatMap(({ line }) => line.split(/\s+/))),
    subcommands: new Map(subcommands.flatMap(subcommandsOf)),
  };
}

/** Several that are alike share one line. */
function subcommandsOf({ line, below }: Block): readonly (readonly [name: string, command: Command])[] {
  const [, names = "", form] = SUBCOMMAND.exec(line) ?? [];
  const command = form === undefined ? commandOf(below) : commandWith(formOf([form, ...below]));
  return names.split(" ").map((name) => [name, command] as const);
}

/** A command that is called in one way. */
export function commandWith(form: Form): Command {
  return { forms: [form], options: new Map(), subcommands: new Map() };
}

const MARK = /^(needs|instead|deep|hidden|alone|check|plain|names)(?:=(.*))?$/;

/** Reads one form, on as many lines as it takes. */
export function formOf(lines: readonly string[]): Form {
  const [effect = "", ...tokens] = lines.join(" ").trim().split(/\s+/);
  const marks = new Map(tokens.flatMap((token) => (MARK.test(token) ? [markOf(token)] : [])));
  const words = tokens.filter((token) => !MARK.test(token));
  const options = parseOptions(words.filter((word) => word.startsWith("-")));
  const operands = words.filter((word) => !word.startsWith("-")).map(parseOperand);
  const rest = operands.findIndex(({ role }) => role.name === "command" || role.name === "rest");
  const listed = (name: string) => marks.get(name)?.split(",") ?? [];
  return {
    effect: effectOf(effect),
    options,
    operands,
    needs: listed("needs"),
    instead: listed("instead"),
    deep: listed("deep"),
    hidden: listed("hidden"),
    alone: (["read", "tree", "search"] as const).find((one) => one === marks.get("alone")),
    plain: marks.has("plain"),
    names: marks.has("names"),
    textual: isText(options) && operands.every(({ role }) => role.name === "data"),
    restFrom: rest < 0 ? undefined : rest,
    check: checkOf(marks.get("check")),
  };
}

function isText(options: OptionSpecs): boolean {
  return [...options.values()].every(
    ({ role, effect }) => effect === undefined && (role.name === "data" || role.name === "flag"),
  );
}

function markOf(token: string): [name: string, value: string] {
  const [, name = "", value = ""] = MARK.exec(token) ?? [];
  return [name, value];
}

function checkOf(name: string | undefined): Form["check"] {
  const check = name === undefined ? undefined : CHECKS[name];
  if (name !== undefined && check === undefined) throw new Error(`not a check of a grammar: ${name}`);
  return check;
}

import { CHECKS } from "./checks.ts";
import type { Command, Form, Grammar, Group, Style } from "./grammar.ts";
import { effectOf } from "./options.ts";

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
 * | `needs=-l,--list` `instead=…` `deep=…` `hidden=…` `alone=read` `check=…` `plain` | a mark: a field of the form;
 * `check` names one of `CHECKS` |
 * | `list ls: reads name*` | a subcommand with one form; with nothing behind the colon, what is below it |
 * | `-q,--quiet`, and a form, beside subcommands | options before the subcommand; the call without one |
 * | `// …` | said to whoever reads it here |
 */
export function grammars(text: string): readonly (readonly [name: string, grammar: () => Grammar])[] {
  return text.split(/\n(?=[^\s/])/).flatMap((table) => {
    // Few programs stand in one line of a shell: a table is read when its program does.
    let grammar: Grammar | undefined;
    const read = () => (grammar ??= grammarOf(linesOf(table)));
    const names = /^\S.*?(?= \| )/.exec(table)?.[0].split(" ") ?? [];
    return names.map((name) => [name, read] as const);
  });
}

function linesOf(table: string): readonly string[] {
  return table.split("\n").filter((line) => !/^\s*(?:\/\/.*)?$/.test(line));
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

function grammarOf([line = "", ...below]: readonly string[]): Grammar {
  const [names = "", versions = "", ...marks] = line.split(" | ");
  const style = STYLES.find((one) => marks.includes(one));
  return {
    names,
    versions: versions.split(", "),
    ...(style && { style }),
    ...(marks.includes("repository") && { repository: true }),
    ...(marks.includes("partly") && { partly: true }),
    ...commandOf(below),
  };
}

const STYLES: readonly Style[] = ["gnu", "posix", "words", "wordsfirst"];
const SUBCOMMAND = /^([\w. -]+):(?: (.*))?$/;

function commandOf(lines: readonly string[]): Command {
  const blocks = blocksOf(lines);
  const options = blocks.filter(({ line }) => line.startsWith("-"));
  const subcommands = blocks.filter(({ line }) => SUBCOMMAND.test(line));
  const forms = blocks.filter((block) => !options.includes(block) && !subcommands.includes(block)).map(formOf);
  const [only] = forms;
  if (subcommands.length === 0) return forms.length === 1 && only !== undefined ? only : { forms };
  return {
    ...(options.length > 0 && { options: options.map(({ line }) => line).join(" ") }),
    subcommands: Object.fromEntries(subcommands.map(subcommandOf)),
    ...(only && { alone: only }),
  } satisfies Group;
}

function subcommandOf({ line, below }: Block): [names: string, command: Command] {
  const [, names = "", form] = SUBCOMMAND.exec(line) ?? [];
  return [names, form === undefined ? commandOf(below) : formOf({ line: form, below })];
}

const MARK = /^(needs|instead|deep|hidden|alone|check|plain)(?:=(.*))?$/;

function formOf({ line, below }: Block): Form {
  const [effect = "", ...tokens] = [line, ...below].join(" ").trim().split(/\s+/);
  const marks = new Map(tokens.flatMap((token) => (MARK.test(token) ? [markOf(token)] : [])));
  const words = tokens.filter((token) => !MARK.test(token));
  const options = words.filter((word) => word.startsWith("-")).join(" ");
  const operands = words.filter((word) => !word.startsWith("-")).join(" ");
  const [needs, instead, deep, hidden] = ["needs", "instead", "deep", "hidden"].map((name) => {
    return marks.get(name)?.replaceAll(",", " ");
  });
  const alone = (["read", "tree", "search"] as const).find((one) => one === marks.get("alone"));
  const check = checkOf(marks.get("check"));
  return {
    effect: effectOf(effect),
    ...(options !== "" && { options }),
    ...(operands !== "" && { operands }),
    ...(needs !== undefined && { needs }),
    ...(instead !== undefined && { instead }),
    ...(deep !== undefined && { deep }),
    ...(hidden !== undefined && { hidden }),
    ...(alone && { alone }),
    ...(marks.has("plain") && { plain: true }),
    ...(check && { check }),
  };
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

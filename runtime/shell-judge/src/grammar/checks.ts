import type { Form, ReadForm } from "./grammar.ts";

const FROM_A_FILE = "may read its options from a file";
const NOT_IN_A_FILE = "runs code that is not in a file";

/**
 * What no notation says: why the words of a call, all of them known, are not its form after all. By the names in the
 * tables.
 */
export const CHECKS: Readonly<Record<string, NonNullable<Form["check"]>>> = {
  areFiles: ({ operands }) => some(operands, ({ value }) => /^(?:data|https?|file|node):/.test(value), NOT_IN_A_FILE),
  isFile: ({ operands: [first] }) =>
    /^(?:-|\/dev|\/proc)/.test(first?.word.prefix ?? "-") ? NOT_IN_A_FILE : undefined,
  // A colon makes of an archive's name a machine, which tar would ask over a remote shell.
  isHere: (read) => (mayHoldColon(read) ? "may name an archive on another machine" : undefined),
  isScript,
  keepsChanges: ({ operands, dashes }) =>
    dashes !== undefined ? LOST : some(operands, ({ value }) => /^\.?$|\/$/.test(value), LOST),
  noEnvironment: ({ operands: [script] }) =>
    script?.word.value === "env" ? "prints what the configuration holds" : undefined,
  // Words behind the first test of pytest may still be options of it.
  noLateOption: ({ operands }) =>
    some(operands, ({ value }) => /^[-@]/.test(value), "may hold an option of the test runner; put options first"),
  noOptionsFile: ({ operands }) => some(operands, ({ prefix }) => prefix === "" || prefix.startsWith("@"), FROM_A_FILE),
  noUnknownOption: ({ operands }) =>
    some(operands, ({ prefix }) => prefix.startsWith("-"), "may hold an option that does more"),
  onlyAsks,
  oneFile: ({ operands }) =>
    some(operands, ({ value }) => !/^[\w@./~^-]*:(?!\/)[^:]+$/.test(value), "shows a whole change"),
  // A colon makes of a file's name an address, which openssl may look up with a library that the address names.
  noAddress: (read) => (mayHoldColon(read) ? "may name something else than a file" : undefined),
  // A `-u` that names nobody makes ps read all of its words anew, and then a letter `e` shows the environment.
  plainColumns: ({ options }) =>
    hasOption(options, /^-u$/) && hasOption(options, /^-[eo]$/) ? "may be read as other options" : undefined,
  staysBelow: ({ options }) =>
    hasOption(options, /^(?:-R|--recursive)$/) && hasOption(options, /^(?:-L|--dereference)$/)
      ? "goes over links to other places"
      : undefined,
  staysPut,
};

const LOST = "throws changes away";

function hasOption(options: ReadForm["options"], name: RegExp): boolean {
  return options.some(({ option = "" }) => name.test(option));
}

function some(
  read: ReadForm["operands"],
  test: (word: ReadForm["operands"][number]["word"]) => boolean,
  why: string,
): string | undefined {
  return read.some(({ word }) => test(word)) ? why : undefined;
}

function mayHoldColon({ options, operands }: ReadForm): boolean {
  return [...options, ...operands].some(
    ({ role, word }) =>
      role.name === "read" && (word.form === "dynamic" || word.below === true || word.value.includes(":")),
  );
}

const TOLD = /^\.(?:tables|schema|indexes|indices|dbinfo)(?:\s+[\w%]+)?$/i;
const BEFORE_BRACKET =
  /(?:[,(=<>+*/%-]|\b(?:count|sum|total|avg|min|max|abs|round|length|lower|upper|trim|substr|substring|instr|coalesce|ifnull|nullif|date|time|datetime|strftime|julianday|group_concat|json_extract|distinct|select|in|and|or|not|on|over|exists|as|where|from|join|union|all))\s*$/i;

/** A question to a database, without what opens other files or changes it. Its functions open none. */
function onlyAsks({ operands: [file, query] }: ReadForm): string | undefined {
  const text = query?.word.form === "literal" ? query.word.value.trim().replace(/\s*;$/, "") : "";
  const isFile = file !== undefined && !/^(?:file:|:|-|$)/i.test(file.word.prefix);
  const asks = /^select\b[^;]*$/i.test(text) && !/fsdir|zipfile|\bpragma_|--|\/\*|\binto\b/i.test(text);
  const opened = text.split("(").slice(0, -1);
  const isKnown = TOLD.test(text) || (asks && opened.every((before) => BEFORE_BRACKET.test(before)));
  return isFile && isKnown ? undefined : "may hold a command that opens other files, or changes this one";
}

/** What stands for standard input, or for a text on the line, is no script of the project. */
function isScript({ operands }: ReadForm): string | undefined {
  const script = operands.find(({ role }) => role.name === "script");
  const name = script?.word.prefix ?? "";
  return /^(?:-|\/dev\/|\/proc\/|data:|https?:|file:|node:|blob:|$)|^inspect$/.test(name) ? NOT_IN_A_FILE : undefined;
}

/** What a link holds is looked up from where the link is, not from where the line runs. */
function staysPut({ operands }: ReadForm): string | undefined {
  const last = operands.at(-1)?.word.value ?? "";
  const relative = operands.slice(0, -1).some(({ word }) => !word.value.startsWith("/"));
  return relative && last.replace(/\/$/, "").includes("/") ? "leads to another place than it seems" : undefined;
}

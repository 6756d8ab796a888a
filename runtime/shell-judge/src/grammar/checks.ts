import type { Form, ReadForm } from "./grammar.ts";

/** What no notation says, by the names in the tables: why the words of a call, all known, are not its form. */
export const CHECKS: Readonly<Record<string, NonNullable<Form["check"]>>> = {
  // A colon makes of an archive's name a machine, which tar would ask over a remote shell.
  isHere: (read) => (mayHoldColon(read) ? "may name an archive on another machine" : undefined),
  keepsChanges: ({ operands, dashes }) =>
    dashes !== undefined || operands.some(({ word }) => /^\.?$|\/$/.test(word.value))
      ? "throws changes away"
      : undefined,
  onlyAsks,
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

function hasOption(options: ReadForm["options"], name: RegExp): boolean {
  return options.some(({ option = "" }) => name.test(option));
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

/** What a link holds is looked up from where the link is, not from where the line runs. */
function staysPut({ operands }: ReadForm): string | undefined {
  const last = operands.at(-1)?.word.value ?? "";
  const relative = operands.slice(0, -1).some(({ word }) => !word.value.startsWith("/"));
  return relative && last.replace(/\/$/, "").includes("/") ? "leads to another place than it seems" : undefined;
}

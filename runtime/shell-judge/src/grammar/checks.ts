import type { Form, ReadForm } from "./grammar.ts";

/** What no notation says, by the names in the tables: why the words of a call, all known, are not its form. */
export const CHECKS: Readonly<Record<string, NonNullable<Form["check"]>>> = {
  // A colon makes of an archive's name a machine, which tar would ask over a remote shell.
  isHere: (read) => (mayHoldColon(read) ? "may name an archive on another machine" : undefined),
  keepsChanges: ({ operands, dashes }) =>
    dashes !== undefined || operands.some(({ word }) => /^\.?$|\/$/.test(word.value))
      ? "throws changes away"
      : undefined,
  // A colon makes of a file's name an address, which openssl may look up with a library that the address names.
  noAddress: (read) => (mayHoldColon(read) ? "may name something else than a file" : undefined),
  // A `-u` that names nobody makes ps read all of its words anew, and then a letter `e` shows the environment.
  plainColumns: ({ options }) =>
    hasOption(options, /^-u$/) && hasOption(options, /^-[eo]$/) ? "may be read as other options" : undefined,
  staysBelow: ({ options }) =>
    hasOption(options, /^(?:-R|--recursive)$/) && hasOption(options, /^(?:-L|--dereference)$/)
      ? "goes over links to other places"
      : undefined,
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

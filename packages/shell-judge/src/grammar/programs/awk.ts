import type { Grammar } from "../grammar.ts";

/** What POSIX awk, gawk and mawk have in common; the program ends the options. */
export const awk: Grammar = {
  names: "awk gawk mawk nawk",
  versions: ["mawk 1.3.4", "gawk 5.2"],
  style: "posix",
  effect: "reads",
  options: "-F,--field-separator=data -v,--assign=assign --posix --re-interval --traditional --version --help",
  operands: "code(awk) read*",
  instead: "--version --help",
};

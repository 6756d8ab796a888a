import type { Form, Grammar } from "../grammar.ts";

const OPTIONS =
  "-n,--quiet,--silent --debug -e,--expression=code(sed) -E,-r,--regexp-extended -l,--line-length=number --posix " +
  "-s,--separate --sandbox -u,--unbuffered -z,--null-data --help --version";

const READS: Form = {
  effect: "reads",
  options: OPTIONS,
  operands: "code(sed) read*",
  instead: "-e --expression --help --version",
};

/** GNU sed. `-i` changes its files, and a suffix with a slash would write elsewhere. */
export const sed: Grammar = {
  names: "sed gsed",
  versions: ["GNU sed 4.8", "GNU sed 4.9"],
  forms: [
    READS,
    {
      ...READS,
      effect: "asks",
      options: `${OPTIONS} -i?=match([.]?\\w*) --in-place?=match([.]?\\w*)`,
      operands: "code(sed) write*",
      needs: "-i --in-place",
    },
  ],
};

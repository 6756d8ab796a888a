import type { Grammar } from "../grammar.ts";

const OPTIONS =
  "-c,--changes -f,--silent,--quiet -v,--verbose --dereference -h,--no-dereference --preserve-root --no-preserve-root!asks " +
  "--reference=read -R,--recursive!loses -H -L -P";

/** Who a file belongs to; a whole tree cannot be put back. */
export const OWNERSHIP: readonly Grammar[] = [
  {
    names: "chown gchown",
    versions: ["GNU coreutils 9.1"],
    effect: "writes",
    options: `${OPTIONS} --from=data`,
    operands: "data remove+",
    instead: "--reference",
    deep: "-R --recursive",
  },
  {
    names: "chgrp gchgrp",
    versions: ["GNU coreutils 9.1"],
    effect: "writes",
    options: OPTIONS,
    operands: "data remove+",
    instead: "--reference",
    deep: "-R --recursive",
  },
  { names: "dd gdd", versions: ["GNU coreutils 9.1"], effect: "loses", operands: "match([a-z]+=[^/~]*)*" },
];

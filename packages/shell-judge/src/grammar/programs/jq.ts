import type { Grammar } from "../grammar.ts";

/** jq. Its modules, other files and the environment are out of reach of a filter that is understood. */
export const jq: Grammar = {
  names: "jq",
  versions: ["jq 1.6", "jq 1.7"],
  effect: "reads",
  options:
    "-n,--null-input -r,--raw-output --raw-output0 -j,--join-output -a,--ascii-output -s,--slurp -S,--sort-keys " +
    "-c,--compact-output -C,--color-output -M,--monochrome-output -e,--exit-status -R,--raw-input --tab --indent:number " +
    "--unbuffered --seq --stream --stream-errors --arg:data:data --argjson:data:data --slurpfile:data:read --rawfile:data:read --args --jsonargs -h,--help -V,--version",
  operands: "code(jq) read*",
  instead: "-h --help -V --version",
};

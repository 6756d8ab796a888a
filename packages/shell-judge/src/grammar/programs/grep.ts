import type { Grammar } from "../grammar.ts";

/** GNU grep. A pattern is data: it cannot run anything. */
export const grep: Grammar = {
  names: "grep egrep fgrep",
  versions: ["GNU grep 3.8", "GNU grep 3.11"],
  effect: "reads",
  options:
    "-E,--extended-regexp -F,--fixed-strings -G,--basic-regexp -P,--perl-regexp -e,--regexp=data -f,--file=read " +
    "-i,-y,--ignore-case --no-ignore-case -v,--invert-match -w,--word-regexp -x,--line-regexp -c,--count " +
    "--color?=data --colour?=data -L,--files-without-match -l,--files-with-matches -m,--max-count=number " +
    "-o,--only-matching -q,--quiet,--silent -s,--no-messages -b,--byte-offset -H,--with-filename -h,--no-filename " +
    "--label=data -n,--line-number -T,--initial-tab -Z,--null -A,--after-context=number -B,--before-context=number " +
    "-C,--context=number -# -a,--text --binary-files=data -D,--devices=data -d,--directories=one(read|skip|recurse) " +
    "--exclude=data --exclude-from=read --exclude-dir=data --include=only -I -r,--recursive -R,--dereference-recursive " +
    "-U,--binary -z,--null-data --line-buffered --help -V,--version",
  operands: "data read*",
  instead: "-e --regexp -f --file --help -V --version",
  deep: "-r --recursive -R --dereference-recursive -d=recurse --directories=recurse",
  alone: "read",
  plain: true,
};

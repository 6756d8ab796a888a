import type { Form, Grammar } from "../grammar.ts";

const coreutils = ["GNU coreutils 8.32", "GNU coreutils 9.1"];

const CHECKSUM = "-b,--binary --tag -t,--text -z,--zero --help --version";

const ENCODE = "-d,--decode -i,--ignore-garbage -w,--wrap=number --help --version";

/** Reads its operands, or standard input, and prints. */
const reader = (
  names: string,
  options: string,
  more: Partial<Form> & { readonly versions?: readonly string[] } = {},
): Grammar => ({
  names,
  versions: coreutils,
  effect: "reads",
  options: `${options} --help --version`,
  operands: "read*",
  ...more,
});

/** Programs that print what is in files, changed or not. */
export const TEXT: readonly Grammar[] = [
  reader(
    "cat gcat",
    "-A,--show-all -b,--number-nonblank -e -E,--show-ends -n,--number -s,--squeeze-blank -t -T,--show-tabs -u -v,--show-nonprinting",
    { plain: true },
  ),
  reader("head ghead", "-# -c,--bytes=data -n,--lines=data -q,--quiet,--silent -v,--verbose -z,--zero-terminated", {
    plain: true,
  }),
  reader(
    "tail gtail",
    "-# -c,--bytes=data -n,--lines=data -f --follow?=data -F -q,--quiet,--silent --pid=number --retry " +
      "-s,--sleep-interval=data -v,--verbose -z,--zero-terminated",
    { plain: true },
  ),
  reader("wc", "-c,--bytes -m,--chars -l,--lines -L,--max-line-length -w,--words --total=data", { plain: true }),
  reader(
    "nl",
    "-b,--body-numbering=data -d,--section-delimiter=data -f,--footer-numbering=data -h,--header-numbering=data " +
      "-i,--line-increment=number -l,--join-blank-lines=number -n,--number-format=data -p,--no-renumber " +
      "-s,--number-separator=data -v,--starting-line-number=number -w,--number-width=number",
    { plain: true },
  ),
  reader("tac", "-b,--before -r,--regex -s,--separator=data", { plain: true }),
  reader("rev", "-0,--zero -h -V", { versions: ["util-linux 2.38"], plain: true }),
  reader(
    "cut",
    "-b,--bytes=data -c,--characters=data -d,--delimiter=data -f,--fields=data -n --complement -s,--only-delimited " +
      "--output-delimiter=data -z,--zero-terminated",
    { plain: true },
  ),
  reader("paste", "-d,--delimiters=data -s,--serial -z,--zero-terminated", { plain: true }),
  reader("fold", "-b,--bytes -s,--spaces -w,--width=number -#", { plain: true }),
  reader(
    "fmt",
    "-c,--crown-margin -p,--prefix=data -s,--split-only -t,--tagged-paragraph -u,--uniform-spacing -w,--width=number -g,--goal=number -#",
    { plain: true },
  ),
  reader("expand unexpand", "-i,--initial -t,--tabs=data -a,--all --first-only -#", { plain: true }),
  reader(
    "join",
    "-a=number -e=data -i,--ignore-case -j=number -o=data -t=data -v=number -1=number -2=number --check-order " +
      "--nocheck-order --header -z,--zero-terminated",
    { operands: "read read" },
  ),
  reader("comm", "-1 -2 -3 --check-order --nocheck-order --output-delimiter=data --total -z,--zero-terminated", {
    operands: "read read",
  }),
  reader(
    "column",
    "-t,--table -s,--separator=data -o,--output-separator=data -N,--table-columns=data -c,--output-width=number -n,--table-name=data " +
      "-J,--json -R,--table-right=data -H,--table-hide=data -x,--fillrows -L,--keep-empty-lines -d,--table-noheadings -h -V",
    { versions: ["util-linux 2.38"] },
  ),
  {
    names: "sort gsort",
    versions: coreutils,
    effect: "reads",
    options:
      "-b,--ignore-leading-blanks -d,--dictionary-order -f,--ignore-case -g,--general-numeric-sort -i,--ignore-nonprinting " +
      "-M,--month-sort -h,--human-numeric-sort -n,--numeric-sort -R,--random-sort -r,--reverse --sort=data " +
      "-V,--version-sort --batch-size=number -c -C --check?=data --debug -k,--key=data -m,--merge -s,--stable " +
      "-S,--buffer-size=data -t,--field-separator=data --parallel=number -u,--unique -z,--zero-terminated " +
      "-o,--output=write!writes --help --version",
    operands: "read*",
  },
  {
    names: "uniq guniq",
    versions: coreutils,
    forms: [
      {
        effect: "reads",
        options:
          "-c,--count -d,--repeated -D --all-repeated?=data -f,--skip-fields=number --group?=data -i,--ignore-case " +
          "-s,--skip-chars=number -u,--unique -z,--zero-terminated -w,--check-chars=number --help --version",
        operands: "read?",
      },
      {
        effect: "writes",
        options: "-c,--count -d,--repeated -D -i,--ignore-case -u,--unique",
        operands: "read write",
      },
    ],
  },
  {
    names: "shuf gshuf",
    versions: coreutils,
    forms: [
      {
        effect: "reads",
        options: "-n,--head-count=number -r,--repeat -z,--zero-terminated --help --version",
        operands: "read?",
      },
      {
        effect: "reads",
        options: "-e,--echo -n,--head-count=number -i,--input-range=data -r,--repeat",
        operands: "data*",
        needs: "-e --echo -i --input-range",
      },
    ],
  },
  {
    names: "tr gtr",
    versions: coreutils,
    effect: "reads",
    options: "-c,-C,--complement -d,--delete -s,--squeeze-repeats -t,--truncate-set1 --help --version",
    operands: "data+",
    plain: true,
  },
  {
    names: "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum",
    versions: coreutils,
    effect: "reads",
    options: CHECKSUM,
    operands: "read*",
  },
  { names: "cksum sum", versions: coreutils, effect: "reads", options: "--help --version", operands: "read*" },
  {
    names: "shasum",
    versions: ["shasum 6.02"],
    effect: "reads",
    options: "-a,--algorithm=number -b,--binary -t,--text",
    operands: "read*",
  },
  { names: "base64 base32", versions: coreutils, effect: "reads", options: ENCODE, operands: "read?" },
  {
    names: "od",
    versions: coreutils,
    effect: "reads",
    options:
      "-A,--address-radix=data --endian=data -j,--skip-bytes=data -N,--read-bytes=data -S=data --strings?=data -t,--format=data " +
      "-v,--output-duplicates -w?=number --width?=number -a -b -c -d -f -i -l -o -s -x --help --version",
    operands: "read*",
  },
  {
    names: "xxd",
    versions: ["xxd 2022-01-14"],
    style: "wordsfirst",
    forms: [
      {
        effect: "reads",
        options:
          "-a -autoskip -b -bits -c:number -cols:number -C -capitalize -d -E -EBCDIC -e -g:number -groupsize:number -i " +
          "-include -l:number -len:number -o:number -p -ps -postscript -plain -r -revert -s:match([+-]?(?:0x)?[0-9a-fA-F]+) -u -v -h",
        operands: "read?",
      },
      { effect: "writes", options: "-b -c:number -p -ps -r -u", operands: "read write" },
    ],
  },
  {
    names: "hexdump hd",
    versions: ["util-linux 2.38"],
    effect: "reads",
    options: "-b -c -C,--canonical -d -o -x -v -n,--length=data -s,--skip=data",
    operands: "read*",
  },
  {
    names: "strings",
    versions: ["GNU binutils 2.40"],
    effect: "reads",
    options: "-a,--all -f,--print-file-name -n,--bytes=number -t,--radix=data -e,--encoding=data -w -o -# -v,--version",
    operands: "read*",
    check: ({ operands }) =>
      operands.some(({ word }) => word.prefix === "" || word.prefix.startsWith("@"))
        ? "may read its options from a file"
        : undefined,
  },
  {
    names: "diff gdiff",
    versions: ["GNU diffutils 3.8"],
    effect: "reads",
    options:
      "-# --normal -q,--brief -s,--report-identical-files -c -C=number --context?=number -u -U=number --unified?=number -e,--ed " +
      "-n,--rcs -y,--side-by-side -W,--width=number --left-column --suppress-common-lines -p,--show-c-function " +
      "-F,--show-function-line=data --label=data -L=data -t,--expand-tabs -T,--initial-tab --tabsize=number " +
      "--suppress-blank-empty -r,--recursive --no-dereference -N,--new-file --unidirectional-new-file " +
      "--ignore-file-name-case --no-ignore-file-name-case -x,--exclude=data -X,--exclude-from=read -S,--starting-file=data " +
      "--from-file=tree --to-file=tree -i,--ignore-case -E,--ignore-tab-expansion -Z,--ignore-trailing-space " +
      "-b,--ignore-space-change -w,--ignore-all-space -B,--ignore-blank-lines -I,--ignore-matching-lines=data -a,--text " +
      "--strip-trailing-cr -d,--minimal --horizon-lines=number --speed-large-files --color?=data --palette=data --help -v,--version",
    // Of two folders it shows the files that both have, without being told to go deeper.
    operands: "tree tree*",
  },
  {
    names: "cmp",
    versions: ["GNU diffutils 3.8"],
    effect: "reads",
    options:
      "-b,--print-bytes -i,--ignore-initial=data -l,--verbose -n,--bytes=number -s,--quiet,--silent --help -v,--version",
    operands: "read read? data? data?",
  },
];

import type { Grammar, ReadForm } from "../grammar.ts";

/** A colon makes of an archive's name a machine, which tar would ask over a remote shell. */
function isElsewhere({ options, operands }: ReadForm): string | undefined {
  const named = [...options, ...operands].filter(({ role }) => role.name === "read");
  return named.some(({ word }) => word.form === "dynamic" || word.value.includes(":"))
    ? "may name an archive on another machine"
    : undefined;
}

const unpacks = (names: string, versions: readonly string[]): Grammar => ({
  names,
  versions,
  effect: "reads",
  options: "-q,--quiet -v,--verbose -f,--force --help --version",
  operands: "read*",
});

/** Programs that look into archives. What unpacks them into files is not understood. */
export const ARCHIVES: readonly Grammar[] = [
  {
    names: "tar gtar",
    versions: ["GNU tar 1.34"],
    forms: [
      {
        effect: "reads",
        options:
          "-t,--list -v,--verbose -z,--gzip -j,--bzip2 -J,--xz --zstd -a,--auto-compress -f,--file=read --wildcards --no-wildcards " +
          "--exclude=data --strip-components=number --full-time --show-transformed-names --utc -n --numeric-owner",
        operands: "data*",
        needs: "-t --list",
        check: isElsewhere,
      },
      { effect: "reads", operands: "match(t[vzjJa]*f) read data*", check: isElsewhere },
      { effect: "reads", options: "--version --help", needs: "--version --help" },
    ],
  },
  {
    names: "unzip",
    versions: ["UnZip 6.00"],
    effect: "reads",
    options: "-l -v -t -p -q -qq -Z -1 -s -m -h -x:data",
    operands: "read data*",
    needs: "-l -v -t -p -Z",
  },
  {
    names: "zipinfo",
    versions: ["ZipInfo 3.00"],
    effect: "reads",
    options: "-1 -2 -s -m -l -v -h -t -T",
    operands: "read data*",
  },
  unpacks("zcat gzcat", ["gzip 1.12"]),
  unpacks("bzcat", ["bzip2 1.0.8"]),
  { ...unpacks("xzcat", ["xz 5.4"]) },
  {
    names: "gzip gunzip",
    versions: ["gzip 1.12"],
    effect: "reads",
    options:
      "-c,--stdout -d,--decompress -l,--list -t,--test -v,--verbose -q,--quiet -k,--keep -1 -2 -3 -4 -5 -6 -7 -8 -9 --best --fast -V,--version",
    operands: "read*",
    needs: "-c --stdout -l --list -t --test -V --version",
  },
];

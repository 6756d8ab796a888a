import type { Grammar, ReadForm } from "../grammar.ts";

const coreutils = ["GNU coreutils 8.32", "GNU coreutils 9.1"];

const COPY =
  "-a,--archive -d -f,--force -i,--interactive -H -L,--dereference -n,--no-clobber -P,--no-dereference " +
  "-p --preserve?=data --no-preserve=data -R,-r,--recursive --reflink?=data --remove-destination --sparse=data " +
  "--strip-trailing-slashes -u --update?=data -v,--verbose -x,--one-file-system --help --version";

const MOVE =
  "-f,--force -i,--interactive -n,--no-clobber --strip-trailing-slashes -u --update?=data -v,--verbose --help --version";

const INSTALL = "-c -C,--compare -D -p,--preserve-timestamps -m,--mode=data -v,--verbose --help --version";

const LINK =
  "-s,--symbolic -f,--force -i,--interactive -n,--no-dereference -r,--relative -v,--verbose -L,--logical -P,--physical";

/** Programs that make, change, move and remove files, each with what it touches. */
export const FILES: readonly Grammar[] = [
  {
    names: "cp gcp",
    versions: coreutils,
    forms: [
      {
        effect: "writes",
        options: `${COPY} -t,--target-directory=into`,
        operands: "read+",
        deep: "-r -R --recursive -a --archive",
        needs: "-t --target-directory",
      },
      {
        effect: "writes",
        // Without -T, which puts what is in a folder among what is there already, under names that nobody wrote.
        options: COPY,
        operands: "read+ into",
        deep: "-r -R --recursive -a --archive",
      },
    ],
  },
  {
    names: "mv gmv",
    versions: coreutils,
    forms: [
      {
        effect: "writes",
        options: `${MOVE} -t,--target-directory=into`,
        operands: "removetree+",
        needs: "-t --target-directory",
      },
      { effect: "writes", options: `${MOVE} -T,--no-target-directory`, operands: "removetree+ into" },
    ],
  },
  {
    names: "rm grm",
    versions: coreutils,
    effect: "writes",
    options:
      "-f,--force -i -I --interactive?=data --one-file-system --preserve-root?=one(all) -r,-R,--recursive!loses -d,--dir -v,--verbose --help --version",
    operands: "remove+",
    deep: "-r -R --recursive",
  },
  {
    names: "rmdir",
    versions: coreutils,
    effect: "writes",
    options: "--ignore-fail-on-non-empty -v,--verbose",
    operands: "remove+",
  },
  { names: "unlink", versions: coreutils, effect: "writes", operands: "remove" },
  {
    names: "mkdir gmkdir",
    versions: coreutils,
    effect: "writes",
    options: "-m,--mode=data -p,--parents -v,--verbose --help --version",
    operands: "make+",
  },
  {
    names: "touch gtouch",
    versions: coreutils,
    effect: "writes",
    options:
      "-a -c,--no-create -d,--date=data -h,--no-dereference -m -r,--reference=read -t=data --time=data --help --version",
    operands: "make+",
  },
  {
    names: "tee gtee",
    versions: coreutils,
    effect: "writes",
    options: "-a,--append -i,--ignore-interrupts -p --output-error?=data --help --version",
    operands: "write*",
  },
  {
    names: "chmod",
    versions: coreutils,
    effect: "writes",
    options: "-c,--changes -f,--silent,--quiet -v,--verbose -R,--recursive!loses --help --version",
    operands: "match([ugoa]*[-+=][rwxXst]*(?:,[ugoa]*[-+=][rwxXst]*)*|[0-7]{3,4}) make+",
  },
  {
    names: "install ginstall",
    versions: coreutils,
    forms: [
      { effect: "writes", options: `${INSTALL} -d,--directory`, operands: "make+", needs: "-d --directory" },
      {
        effect: "writes",
        options: `${INSTALL} -t,--target-directory=into`,
        operands: "read+",
        needs: "-t --target-directory",
      },
      { effect: "writes", options: `${INSTALL} -T,--no-target-directory`, operands: "read+ into" },
    ],
  },
  {
    names: "ln gln",
    versions: coreutils,
    forms: [
      // A link gives a file a second name under which the rest of the line would use it unseen.
      {
        effect: "asks",
        options: `${LINK} -t,--target-directory=into`,
        operands: "write+",
        needs: "-t --target-directory",
      },
      { effect: "asks", options: `${LINK} -T,--no-target-directory`, operands: "write+ into", check: leadsElsewhere },
      { effect: "asks", options: LINK, operands: "write" },
    ],
  },
];

/** What a link holds is looked up from where the link is, not from where the line runs. */
function leadsElsewhere({ operands }: ReadForm): string | undefined {
  const last = operands.at(-1)?.word.value ?? "";
  const relative = operands.slice(0, -1).some(({ word }) => !word.value.startsWith("/"));
  return relative && last.replace(/\/$/, "").includes("/") ? "leads to another place than it seems" : undefined;
}

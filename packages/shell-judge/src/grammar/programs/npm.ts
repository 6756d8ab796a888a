import type { Form, Grammar } from "../grammar.ts";

const COMMON =
  "-s,--silent -d,-dd,--verbose -q,--quiet --loglevel=one(silent|error|warn|notice|http|timing|info|verbose|silly) " +
  "--no-color --color --no-progress --no-fund --no-audit --json --offline --prefer-offline --long";

const WORKSPACES = "-w,--workspace=name --workspaces -ws --include-workspace-root";

/** Runs what `package.json` says; the words behind `--` go to that program. */
const RUN: Form = {
  effect: "runs",
  options: `${COMMON} ${WORKSPACES} --if-present`,
  operands: "name arguments*",
  check: ({ operands }) => (operands[0]?.word.value === "env" ? "prints what the configuration holds" : undefined),
};

const LOOK: Form = { effect: "network", options: `${COMMON} ${WORKSPACES}`, operands: "name*" };

/** npm. Its options may be abbreviated and may have any number of dashes; here they have one spelling. */
export const npm: Grammar = {
  names: "npm",
  versions: ["npm 10.8", "npm 11.19"],
  options: COMMON,
  subcommands: {
    "run run-script rum urn": {
      forms: [{ effect: "reads", options: `${COMMON} ${WORKSPACES}` }, RUN],
    },
    "test tst t start stop restart": { ...RUN, operands: "arguments*" },
    "ls list ll la": {
      effect: "reads",
      options: `${COMMON} ${WORKSPACES} -a,--all --depth=number --omit=name --include=name --package-lock-only --link -g,--global -p,--parseable`,
      operands: "name*",
    },
    "ci clean-install": {
      effect: "runs",
      options: `${COMMON} ${WORKSPACES} --ignore-scripts --omit=name --include=name`,
    },
    "view info show v outdated ping": LOOK,
    "root prefix bin": { effect: "reads", options: `${COMMON} -g,--global` },
    version: { effect: "asks", options: COMMON, operands: "name*" },
  },
  alone: { effect: "reads", options: `${COMMON} -v,--version -h,--help` },
};

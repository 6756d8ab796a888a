import type { Command, Form, ReadForm } from "../grammar.ts";
import { DIFF, FORMAT, LOG, PATCH } from "./git-options.ts";

/** What shows the text of changes may show that of any file of the repository. */
const PATCHES: Form = {
  effect: "reads",
  options: `${PATCH} ${DIFF} ${LOG} -L=revision -q --show-signature!asks`,
  operands: "object*",
  alone: "search",
};

const HISTORY: Command = {
  forms: [{ effect: "reads", options: `${DIFF} ${LOG} -q --show-signature!asks`, operands: "object*" }, PATCHES],
};

const GREP: Form = {
  effect: "reads",
  options:
    "--cached -a,--text -I -i,--ignore-case -w,--word-regexp -v,--invert-match -h -H --full-name -E,--extended-regexp " +
    "-G,--basic-regexp -P,--perl-regexp -F,--fixed-strings -n,--line-number --column -l,--files-with-matches,--name-only " +
    "-L,--files-without-match -z,--null -o,--only-matching -c,--count --color?=data --no-color --break --heading " +
    "-p,--show-function -# -A,--after-context=number -B,--before-context=number -C,--context=number " +
    "-W,--function-context -m,--max-count=number --threads=number -e=data --and --or --not --all-match -q,--quiet " +
    "--max-depth=number -r,--recursive --no-recursive --no-textconv",
  operands: "data object*",
  instead: "-e",
  alone: "search",
};

/** Subcommands of git that look at the repository and change nothing. */
export const GIT_LOOKS: Readonly<Record<string, Command>> = {
  "log whatchanged": HISTORY,
  show: {
    forms: [
      { effect: "reads", operands: "object+", check: showsMore },
      {
        effect: "reads",
        options: `${DIFF} ${LOG} -q`,
        operands: "object*",
        needs: "--stat --numstat --shortstat --name-only --name-status --dirstat --summary --quiet -q -s --no-patch",
      },
      PATCHES,
    ],
  },
  diff: {
    forms: [
      {
        effect: "reads",
        options: `${DIFF} --cached --staged --merge-base`,
        operands: "object*",
        needs: "--stat --numstat --shortstat --name-only --name-status --dirstat --summary --quiet -s --no-patch",
      },
      // What is not committed yet is what somebody works on, not what lies in the repository.
      { effect: "reads", options: `${PATCH} ${DIFF} -# --cached --staged`, operands: "one(HEAD)?" },
      {
        effect: "reads",
        options: `${PATCH} ${DIFF} -# --cached --staged --merge-base --base --ours --theirs`,
        operands: "object*",
        alone: "search",
      },
    ],
  },
  "diff-tree diff-index": {
    effect: "reads",
    options: `${DIFF} -r -t -m --cached --root --no-commit-id --pretty?=data --merge-base`,
    operands: "object*",
  },
  "diff-files": { effect: "reads", options: `${DIFF} -q -0 -1 -2 -3`, operands: "pathspec*" },
  "range-diff": {
    effect: "reads",
    options: `${DIFF} --creation-factor=number --no-dual-color`,
    operands: "revision+",
    alone: "search",
  },
  status: {
    effect: "reads",
    options:
      "-s,--short -b,--branch --show-stash --porcelain?=data --long -v,--verbose -u?=data --untracked-files?=data " +
      "--ignore-submodules?=data --ignored?=data -z --column?=data --no-column --ahead-behind --no-ahead-behind " +
      "--renames --no-renames --find-renames?=data",
    operands: "pathspec*",
  },
  "blame annotate": {
    effect: "reads",
    options:
      "-b --root --show-stats --porcelain,-p --line-porcelain --incremental -c -t -l -s -e,--show-email -w -f,--show-name " +
      "-n,--show-number -L=match([\\d+,-]+) -M?=data -C?=data --abbrev?=number --date=data --color-lines --color-by-age " +
      "--ignore-rev=data --first-parent --since=data --score-debug --no-progress",
    operands: "object+",
  },
  grep: GREP,
  "ls-files": {
    effect: "reads",
    options:
      "-c,--cached -d,--deleted -m,--modified -o,--others -i,--ignored -s,--stage --directory --no-empty-directory " +
      "-u,--unmerged -k,--killed --resolve-undo -z -t -v -f --deduplicate -x,--exclude=data --exclude-standard " +
      "--error-unmatch --full-name --recurse-submodules --abbrev?=number --debug --eol --sparse --format=data",
    operands: "data*",
  },
  "ls-tree": {
    effect: "reads",
    options:
      "-d -r -t -l,--long -z --name-only --name-status --object-only --full-name --full-tree --abbrev?=number --format=data",
    operands: "data+",
  },
  "cat-file": {
    forms: [
      { effect: "reads", options: "-t -s -e --allow-unknown-type", operands: "object", needs: "-t -s -e" },
      { effect: "reads", options: "-p", operands: "object", needs: "-p", check: showsMore },
      { effect: "reads", options: "-p", operands: "object", needs: "-p", alone: "search" },
      { effect: "reads", operands: "one(blob|tree|commit|tag) object", alone: "search" },
      {
        effect: "reads",
        options: "--batch-check?=data --batch-all-objects --buffer --unordered",
        needs: "--batch-check",
      },
    ],
  },
  shortlog: {
    effect: "reads",
    options: `${LOG} -n,--numbered -s,--summary -e,--email -w?=data --group=data`,
    operands: "object*",
  },
  describe: {
    effect: "reads",
    options:
      "--dirty?=data --broken?=data --all --tags --contains --abbrev?=number --candidates=number --exact-match --debug " +
      "--long --match=data --exclude=data --always --first-parent",
    operands: "revision*",
  },
  "rev-parse": {
    effect: "reads",
    options:
      "--verify -q,--quiet --short?=number --abbrev-ref?=data --symbolic --symbolic-full-name --all --branches?=data " +
      "--tags?=data --remotes?=data --show-toplevel --show-cdup --show-prefix --git-dir --absolute-git-dir " +
      "--git-common-dir --is-inside-work-tree --is-inside-git-dir --is-bare-repository --is-shallow-repository " +
      "--show-superproject-working-tree --git-path=data --path-format=data --show-object-format --not --revs-only " +
      "--no-revs --flags --no-flags --default=data --local-env-vars --since=data --until=data",
    operands: "data*",
  },
  "rev-list": {
    effect: "reads",
    options: `${LOG} --count --objects --objects-edge --header --timestamp --disk-usage?=data --no-commit-header --missing=data --unpacked -q,--quiet`,
    operands: "object*",
  },
  "merge-base": {
    effect: "reads",
    options: "-a,--all --octopus --independent --is-ancestor --fork-point",
    operands: "revision+",
  },
  "show-ref": {
    effect: "reads",
    options:
      "--head --heads --branches --tags -d,--dereference -s,--hash?=number --verify --abbrev?=number -q,--quiet --exists",
    operands: "data*",
  },
  "for-each-ref": {
    effect: "reads",
    options:
      `--count=number --sort=${FORMAT} --format=${FORMAT} --points-at=data --merged?=data --no-merged?=data --contains?=data ` +
      "--no-contains?=data --ignore-case --omit-empty --exclude=data --color?=data",
    operands: "data*",
  },
  "name-rev": {
    effect: "reads",
    options: "--tags --refs=data --exclude=data --all --name-only --no-undefined --always",
    operands: "revision*",
  },
  "show-branch": {
    effect: "reads",
    options:
      "-a,--all -r,--remotes --current --topo-order --date-order --sparse --more?=number --list --merge-base --independent --no-name --sha1-name --topics --color?=data --no-color",
    operands: "data*",
  },
  cherry: { effect: "reads", options: "-v --abbrev?=number", operands: "revision*" },
  "count-objects": { effect: "reads", options: "-v,--verbose -H,--human-readable" },
  "check-ignore": {
    effect: "reads",
    options: "-q,--quiet -v,--verbose -z -n,--non-matching --no-index --stdin",
    operands: "data*",
  },
  "check-attr": { effect: "reads", options: "-a,--all --cached -z --stdin", operands: "data*" },
  version: { effect: "reads", options: "--build-options" },
};

/** `HEAD:file` shows one file; everything else that can be shown is a whole change. */
function showsMore({ operands }: ReadForm): string | undefined {
  return operands.every(({ word }) => /^[\w@./~^-]*:(?!\/)[^:]+$/.test(word.value))
    ? undefined
    : "shows a whole change";
}

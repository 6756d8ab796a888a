import type { Form, Grammar } from "../grammar.ts";

const DIFF =
  "-p,-u,--patch -s,--no-patch -U,--unified=number --raw --patch-with-raw --minimal --patience --histogram " +
  "--diff-algorithm=data --stat?=data --compact-summary --numstat --shortstat --dirstat?=data --summary --patch-with-stat " +
  "-z --name-only --name-status --color?=data --no-color --color-moved?=data --word-diff?=data --word-diff-regex=data " +
  "--color-words?=data --no-renames --rename-empty --no-rename-empty --check --full-index --binary --abbrev?=number " +
  "--no-abbrev -B?=data -M?=data --find-renames?=data -C?=data --find-copies?=data --find-copies-harder -D " +
  "--diff-filter=data -S=data -G=data --pickaxe-all --pickaxe-regex -R -a,--text --ignore-cr-at-eol " +
  "--ignore-space-at-eol -b,--ignore-space-change -w,--ignore-all-space --ignore-blank-lines -I=data " +
  "--inter-hunk-context=number -W,--function-context --no-ext-diff --no-textconv --ignore-submodules?=data " +
  "--src-prefix=data --dst-prefix=data --no-prefix --line-prefix=data --relative?=data --no-relative -l=number --quiet --exit-code";

const LOG =
  "-# -n,--max-count=number --skip=number --since=data --after=data --until=data --before=data --author=data " +
  "--committer=data --grep=data --all-match --invert-grep -i,--regexp-ignore-case -E,--extended-regexp -F,--fixed-strings " +
  "-P,--perl-regexp --merges --no-merges --first-parent --all --branches?=data --tags?=data --remotes?=data --not " +
  "--cherry --cherry-pick --cherry-mark --left-right --left-only --right-only -g,--walk-reflogs --boundary --simplify-by-decoration " +
  "--ancestry-path?=data --topo-order --date-order --author-date-order --reverse --graph --oneline --pretty?=data --format=data " +
  "--abbrev-commit --no-abbrev-commit --decorate?=data --no-decorate --source --date=data --follow --full-history " +
  "-c --cc -m -t --root --no-notes --notes?=data --stdin --no-walk?=data --children --parents --log-size --encoding=data";

const LOG_FORM: Form = {
  effect: "reads",
  options: `${DIFF} ${LOG} -L=data -q --show-signature!asks`,
  operands: "object*",
};

/** A few subcommands, to show how the format is meant. */
export const git: Grammar = {
  names: "git",
  versions: ["git 2.39", "git 2.50"],
  repository: true,
  options: "-C=cd -P,--no-pager --no-optional-locks --no-replace-objects --literal-pathspecs",
  subcommands: {
    "log whatchanged": LOG_FORM,
    show: LOG_FORM,
    diff: { effect: "reads", options: `${DIFF} --cached --staged --merge-base -1 -2 -3`, operands: "object*" },
    status: {
      effect: "reads",
      options:
        "-s,--short -b,--branch --show-stash --porcelain?=data --long -v,--verbose -u?=data --untracked-files?=data " +
        "--ignore-submodules?=data --ignored?=data -z --column?=data --no-column --ahead-behind --no-ahead-behind --renames --no-renames",
      operands: "pathspec*",
    },
    remote: {
      forms: [
        { effect: "reads", options: "-v,--verbose" },
        { effect: "reads", options: "", operands: "one(get-url) name" },
        {
          effect: "asks",
          options: "-v -t=name -m=name -f",
          operands: "one(add|set-url|rename|remove|rm|prune|update|show) data*",
        },
      ],
    },
    branch: {
      forms: [
        {
          effect: "reads",
          options:
            "-v,-vv,--verbose -a,--all -r,--remotes --show-current --color?=data --no-color --column?=data --no-column " +
            "--sort=data --format=data --abbrev?=number --no-abbrev -i,--ignore-case -q --merged?=revision --no-merged?=revision " +
            "--contains?=revision --no-contains?=revision --points-at=revision",
        },
        {
          effect: "reads",
          options: "-l,--list -a -r -v -i,--ignore-case --sort=data --format=data",
          operands: "data*",
          needs: "-l --list",
        },
        {
          effect: "writes",
          options:
            "-d,--delete -D!loses -m,--move -M!loses -c,--copy -C!loses -f,--force!loses -t,--track?=data --no-track -u,--set-upstream-to=name --unset-upstream -q,--quiet -r",
          operands: "name* ",
        },
      ],
    },
    add: {
      effect: "writes",
      options:
        "-n,--dry-run -v,--verbose -f,--force -u,--update -A,--all,--no-ignore-removal --no-all -N,--intent-to-add --refresh --ignore-errors --ignore-missing",
      operands: "pathspec*",
    },
    commit: {
      effect: "runs",
      options:
        "-a,--all -m,--message=data -F,--file=read -q,--quiet -v,--verbose -s,--signoff --amend --no-edit --allow-empty --no-verify!asks -n!asks --dry-run --fixup=data --squash=data --author=data --date=data",
      operands: "pathspec*",
    },
    mv: { effect: "writes", options: "-v,--verbose -f,--force!loses -n,--dry-run -k", operands: "remove+ into" },
  },
  alone: { effect: "reads", options: "-v,--version -h,--help" },
};

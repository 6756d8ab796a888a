import type { Command } from "../grammar.ts";

const CONTINUE = "--abort!loses --continue --skip!loses --quit --no-edit -q,--quiet -v,--verbose";

const STRATEGY =
  "-s,--strategy=one(ort|recursive|ours|octopus|resolve|subtree) -X,--strategy-option=match([\\w=%-]+) --stat --no-stat " +
  "-n --no-verify!asks --signoff --no-signoff --rerere-autoupdate --no-rerere-autoupdate --autostash --no-autostash";

/** Subcommands of git that change files, the index or commits. */
export const GIT_CHANGES: Readonly<Record<string, Command>> = {
  add: {
    effect: "writes",
    options:
      "-n,--dry-run -v,--verbose -f,--force -u,--update -A,--all,--no-ignore-removal --no-all,--ignore-removal " +
      "-N,--intent-to-add --refresh --ignore-errors --ignore-missing --renormalize --sparse --chmod=one(+x|-x)",
    operands: "pathspec*",
  },
  commit: {
    effect: "runs",
    options:
      "-a,--all -m,--message=data -F,--file=read -q,--quiet -v,--verbose -s,--signoff --amend --no-edit --allow-empty " +
      "--allow-empty-message --no-verify!asks -n!asks --dry-run --short --porcelain --branch -z --fixup=data --squash=data " +
      "-C,--reuse-message=revision --reset-author --author=data --date=data -i,--include -o,--only --trailer=data " +
      "--cleanup=data --no-status --status --no-gpg-sign -u?=data",
    operands: "pathspec*",
  },
  mv: { effect: "writes", options: "-v,--verbose -f,--force!loses -n,--dry-run -k", operands: "removetree+ into" },
  rm: {
    forms: [
      {
        effect: "writes",
        options: "--cached -n,--dry-run -r -q,--quiet --ignore-unmatch",
        operands: "pathspec+",
        needs: "--cached -n --dry-run",
      },
      {
        effect: "writes",
        options: "-f,--force!loses -r!loses -q,--quiet --ignore-unmatch",
        operands: "remove+",
        deep: "-r",
      },
    ],
  },
  reset: {
    effect: "writes",
    options: "--soft --mixed --hard!loses --merge!loses --keep!loses -q,--quiet --no-refresh -N,--intent-to-add",
    operands: "object*",
  },
  restore: {
    forms: [
      {
        effect: "writes",
        options: "-S,--staged -s,--source=revision -q,--quiet --ignore-unmerged",
        operands: "pathspec+",
        needs: "-S --staged",
      },
      {
        effect: "loses",
        options: "-S,--staged -W,--worktree -s,--source=revision -q,--quiet --ours --theirs --ignore-unmerged",
        operands: "make+",
      },
    ],
  },
  checkout: {
    forms: [
      {
        effect: "runs",
        options: "-b=name -B=name!loses -q,--quiet --orphan=name -t,--track?=data!asks --no-track -f,--force!loses",
        operands: "name?",
        needs: "-b -B --orphan",
      },
      {
        effect: "runs",
        options: "-q,--quiet --detach -d -t,--track?=data -f,--force!loses --progress --no-progress",
        operands: "make",
        check: ({ operands, dashes }) =>
          dashes !== undefined || operands.some(({ word }) => /^\.?$|\/$/.test(word.value))
            ? "throws changes away"
            : undefined,
      },
      { effect: "loses", options: "-q,--quiet -f,--force --ours --theirs -m,--merge --no-overlay", operands: "make+" },
    ],
  },
  switch: {
    effect: "runs",
    options:
      "-c,--create=name -C,--force-create=name!loses -d,--detach --guess --no-guess -q,--quiet --progress --no-progress " +
      "-t,--track?=data!asks --no-track -f,--force!loses --discard-changes!loses -m,--merge --orphan=name",
    operands: "revision*",
  },
  merge: {
    effect: "runs",
    options: `${CONTINUE} ${STRATEGY} --commit --no-commit --ff --no-ff --ff-only --squash --no-squash -m=data -F,--file=read --log?=number`,
    operands: "revision*",
  },
  rebase: {
    effect: "runs",
    options: `${CONTINUE} ${STRATEGY} --onto=revision --keep-base --root -f,--force-rebase -m,--merge --fork-point --no-fork-point -r,--rebase-merges?=data --keep-empty --empty=data --autosquash --update-refs`,
    operands: "revision*",
  },
  "cherry-pick revert": {
    effect: "runs",
    options: `${CONTINUE} ${STRATEGY} -x -m,--mainline=number --ff --allow-empty --keep-redundant-commits --no-commit -s,--signoff`,
    operands: "revision*",
  },
  pull: {
    effect: "runs",
    options: `${STRATEGY} -q,--quiet -v,--verbose -r,--rebase?=data --no-rebase --ff --no-ff --ff-only --squash --no-edit -p,--prune -t,--tags --all --depth=number --progress --no-progress --dry-run`,
    operands: "remote((?!.*::)(?!-)[\\w@.:/+~-]+)? match((?![-+:])[\\w@./*:~^-]+)*",
  },
  clone: {
    effect: "network",
    options:
      "-q,--quiet -v,--verbose --progress -n,--no-checkout --depth=number -b,--branch=name --single-branch --no-single-branch " +
      "--no-tags --filter=data -j,--jobs=number --sparse -o,--origin=name --bare --mirror --shallow-since=data",
    operands: "cloned((?:https?|ssh)://(?!-)[\\w@.:/~+-]+|[\\w.-]+@[\\w.-]+:[\\w./~-]+) make?",
  },
  init: { effect: "asks", options: "-q,--quiet -b,--initial-branch=name --bare", operands: "make?" },
  clean: {
    forms: [
      {
        effect: "reads",
        options: "-n,--dry-run -d -x -X -q,--quiet -e,--exclude=data",
        operands: "pathspec*",
        needs: "-n --dry-run",
      },
      { effect: "loses", options: "-d -x -X -f,-ff,--force -q,--quiet -e,--exclude=data", operands: "removetree*" },
    ],
  },
};

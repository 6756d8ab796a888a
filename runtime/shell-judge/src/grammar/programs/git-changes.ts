import { CONFIGURED } from "./git-refs.ts";

const CONTINUE = "--abort!loses --continue --skip!loses --quit --no-edit -q,--quiet -v,--verbose";

const STRATEGY =
  "-s,--strategy=one(ort|recursive|ours|octopus|resolve|subtree) -X,--strategy-option=match([\\w=%-]+) --stat --no-stat " +
  "-n --no-verify!asks --signoff --no-signoff --rerere-autoupdate --no-rerere-autoupdate --autostash --no-autostash";

/** Subcommands of git that change files, the index or commits. */
export const GIT_CHANGES = String.raw`
  add: writes pathspec*
    -n,--dry-run -v,--verbose -f,--force -u,--update -A,--all --no-all -N,--intent-to-add --renormalize
    --chmod=one(+x|-x)
  commit: runs pathspec*
    -a,--all -m,--message=data -F,--file=read -q,--quiet -v,--verbose -s,--signoff --amend --no-edit --allow-empty
    --allow-empty-message --no-verify!asks -n!asks --dry-run --fixup=data --squash=data -C,--reuse-message=revision
    --reset-author --author=data --date=data -i,--include -o,--only --trailer=data --no-gpg-sign
  mv: writes removetree+ into -v,--verbose -f,--force!loses -n,--dry-run -k
  rm:
    writes pathspec+ needs=--cached,-n,--dry-run --cached -n,--dry-run -r -q,--quiet --ignore-unmatch
    writes remove+ deep=-r -f,--force!loses -r!loses -q,--quiet --ignore-unmatch
  reset: writes object*
    --soft --mixed --hard!loses --merge!loses --keep!loses -q,--quiet --no-refresh -N,--intent-to-add
  restore:
    writes pathspec+ needs=-S,--staged -S,--staged -s,--source=revision -q,--quiet --ignore-unmerged
    loses make+ -S,--staged -W,--worktree -s,--source=revision -q,--quiet --ours --theirs --ignore-unmerged
  checkout:
    runs name? needs=-b,-B,--orphan
      -b=name -B=name!loses -q,--quiet --orphan=name -t,--track?=data!asks --no-track -f,--force!loses
    runs make check=keepsChanges -q,--quiet --detach -d -t,--track?=data -f,--force!loses --progress --no-progress
    loses make+ -q,--quiet -f,--force --ours --theirs -m,--merge --no-overlay
  switch: runs revision*
    -c,--create=name -C,--force-create=name!loses -d,--detach --guess --no-guess -q,--quiet --progress --no-progress
    -t,--track?=data!asks --no-track -f,--force!loses --discard-changes!loses -m,--merge --orphan=name
  merge: runs revision*
    ${CONTINUE} ${STRATEGY} --commit --no-commit --ff --no-ff --ff-only --squash --no-squash -m=data -F,--file=read
    --log?=number
  rebase: runs revision*
    ${CONTINUE} ${STRATEGY} --onto=revision --keep-base --root -m,--merge --fork-point --no-fork-point
    -r,--rebase-merges?=data --keep-empty --autosquash --update-refs
  cherry-pick revert: runs revision*
    ${CONTINUE} ${STRATEGY} -x -m,--mainline=number --ff --allow-empty --no-commit -s,--signoff
  pull: runs ${CONFIGURED}? match((?![-+:])[\w@./*:~^-]+)*
    ${STRATEGY} -q,--quiet -v,--verbose -r,--rebase?=data --no-rebase --ff --no-ff --ff-only --squash --no-edit
    -p,--prune -t,--tags --all --depth=number --progress --no-progress --dry-run
  clone: network cloned((?:https?|ssh)://(?!-)[\w@.:/~+-]+|[\w.-]+@[\w.-]+:[\w./~-]+) make?
    -q,--quiet -v,--verbose --progress -n,--no-checkout --depth=number -b,--branch=name --single-branch
    --no-single-branch --no-tags --filter=data -j,--jobs=number -o,--origin=name --bare --mirror
  init: asks make? -q,--quiet -b,--initial-branch=name --bare
  clean:
    reads pathspec* needs=-n,--dry-run -n,--dry-run -d -x -X -q,--quiet -e,--exclude=data
    loses removetree* -d -x -X -f,-ff,--force -q,--quiet -e,--exclude=data
`;

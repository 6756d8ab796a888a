import { DIFF, FORMAT, LOG, PATCH } from "./git-options.ts";

const LIST =
  "-v,-vv,--verbose -a,--all -r,--remotes --show-current --color?=data --no-color --column?=data --no-column " +
  `--sort=${FORMAT} --format=${FORMAT} --abbrev?=number --no-abbrev -i,--ignore-case -q,--quiet --omit-empty`;

const CHOOSE =
  "--merged?=revision --no-merged?=revision --contains?=revision --no-contains?=revision --points-at=revision";

/** A branch or tag in front of what git would take for a helper that runs a program (`ext::…`). */
const REMOTE = "remote((?!.*::)(?!-)[\\w@.:/+~-]+)";

/** One that the repository is configured with, or a place on this machine; no address of another one. */
export const CONFIGURED = "remote((?!-)[\\w./+~-]+)";

const PUSHED = "match((?![-+:])[\\w@./~^-]+(?::(?!\\+)[\\w@./-]+)?)";

const PUSH =
  "--all --branches --tags --follow-tags -n,--dry-run --porcelain -u,--set-upstream -q,--quiet -v,--verbose " +
  "--progress --atomic -f,--force!loses --force-with-lease?=data!loses --force-if-includes!loses -d,--delete!loses " +
  "--mirror!loses --prune!loses --no-verify!asks";

const CHANGES_REMOTES = "one(add|set-url|rename|remove|rm|prune|update|show|set-head|set-branches) data*";

/** Subcommands of git that list or change its names: branches, tags, remotes, stashes, settings. */
export const GIT_REFS = String.raw`
  branch:
    reads ${LIST} ${CHOOSE}
    reads data* needs=-l,--list -l,--list ${LIST} ${CHOOSE}
    reads revision needs=--merged,--no-merged,--contains,--no-contains,--points-at
      ${LIST} --merged --no-merged --contains --no-contains --points-at
    writes name*
      -d,--delete!asks -D!loses -m,--move!asks -M!loses -c,--copy!asks -C!loses -f,--force!loses -t,--track?=data!asks
      --no-track -u,--set-upstream-to=name!asks --unset-upstream!asks -q,--quiet -r
  tag:
    reads ${LIST} ${CHOOSE} -n?=number -l,--list
    reads data* needs=-l,--list -l,--list ${LIST} ${CHOOSE} -n?=number
    reads revision needs=--merged,--no-merged,--contains,--no-contains
      ${LIST} --merged --no-merged --contains --no-contains -n?=number
    writes name+
      -a,--annotate -m,--message=data -F,--file=read -f,--force!loses -d,--delete!loses --no-sign -n?=number
  remote:
    reads -v,--verbose
    reads one(get-url) name --all --push
    asks ${CHANGES_REMOTES} -v -t=name -m=name -f -n -d -a --tags --no-tags --push --add --delete -p,--prune
  stash:
    writes -q,--quiet -u,--include-untracked -k,--keep-index -m,--message=data
    list: reads ${DIFF} ${LOG}
    show:
      reads data* ${DIFF} --include-untracked --only-untracked
      reads data* alone=search ${PATCH} ${DIFF} --include-untracked
    push save: writes pathspec*
      -q,--quiet -u,--include-untracked -k,--keep-index --no-keep-index -S,--staged -m,--message=data
    pop apply: writes data? --index -q,--quiet
    drop clear: loses data? -q,--quiet
  reflog:
    reads ${DIFF} ${LOG}
    reads one(show|exists|list) object* ${DIFF} ${LOG}
    loses one(expire|delete|drop) data* --all --expire=data --expire-unreachable=data -n --updateref --rewrite
    reads match((?!expire$|delete$|drop$|write$)[\w@{}./~^-]+) ${DIFF} ${LOG}
  worktree:
    list: reads --porcelain -v,--verbose -z
  symbolic-ref: reads name -q,--quiet --short
  bisect:
    log: reads
    start good bad new old skip reset: writes data*
  config:
    reads
      match((?:user|core|init|branch|remote|push|pull|merge|color|commit|submodule|status|log|rebase|advice|gc|tag|rerere|format|alias)\.[\w./-]+)
      --get --get-all --global --local --system --show-origin --show-scope --bool --int --path --default=data
      --type=data -z,--null
    asks data*
      --global --local --system -l,--list --get-regexp --show-origin --show-scope --name-only --add --unset
      --unset-all --replace-all
  ls-remote: network ${REMOTE}? data*
    -h,--heads,--branches -t,--tags --refs -q,--quiet --exit-code --get-url --sort=data --symref
  fetch: network ${REMOTE}? match((?![-+:])[\w@./*:~^-]+)*
    --all --atomic --depth=number --deepen=number --unshallow --dry-run -p,--prune -P,--prune-tags -n,--no-tags
    -t,--tags -j,--jobs=number -q,--quiet -v,--verbose --progress -f,--force!loses
  push:
    network ${CONFIGURED}? ${PUSHED}*
      ${PUSH}
    asks ${REMOTE} ${PUSHED}*
      ${PUSH}
`;

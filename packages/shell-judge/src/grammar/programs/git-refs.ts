import type { Command } from "../grammar.ts";
import { DIFF, FORMAT, LOG, PATCH } from "./git-options.ts";

const LIST =
  "-v,-vv,--verbose -a,--all -r,--remotes --show-current --color?=data --no-color --column?=data --no-column " +
  `--sort=${FORMAT} --format=${FORMAT} --abbrev?=number --no-abbrev -i,--ignore-case -q,--quiet --omit-empty`;

const CHOOSE =
  "--merged?=revision --no-merged?=revision --contains?=revision --no-contains?=revision --points-at=revision";

/** A branch or tag in front of what git would take for a helper that runs a program (`ext::…`). */
const REMOTE = "remote((?!.*::)(?!-)[\\w@.:/+~-]+)";

const CHANGES_REMOTES = "one(add|set-url|rename|remove|rm|prune|update|show|set-head|set-branches) data*";

/** Subcommands of git that list or change its names: branches, tags, remotes, stashes, settings. */
export const GIT_REFS: Readonly<Record<string, Command>> = {
  branch: {
    forms: [
      { effect: "reads", options: `${LIST} ${CHOOSE}` },
      { effect: "reads", options: `-l,--list ${LIST} ${CHOOSE}`, operands: "data*", needs: "-l --list" },
      {
        effect: "reads",
        options: `${LIST} --merged --no-merged --contains --no-contains --points-at`,
        operands: "revision",
        needs: "--merged --no-merged --contains --no-contains --points-at",
      },
      {
        effect: "writes",
        options:
          "-d,--delete!asks -D!loses -m,--move!asks -M!loses -c,--copy!asks -C!loses -f,--force!loses -t,--track?=data!asks " +
          "--no-track -u,--set-upstream-to=name!asks --unset-upstream!asks -q,--quiet -r",
        operands: "name*",
      },
    ],
  },
  tag: {
    forms: [
      { effect: "reads", options: `${LIST} ${CHOOSE} -n?=number -l,--list` },
      { effect: "reads", options: `-l,--list ${LIST} ${CHOOSE} -n?=number`, operands: "data*", needs: "-l --list" },
      {
        effect: "writes",
        options:
          "-a,--annotate -m,--message=data -F,--file=read -f,--force!loses -d,--delete!loses --no-sign -n?=number",
        operands: "name+",
      },
    ],
  },
  remote: {
    forms: [
      { effect: "reads", options: "-v,--verbose" },
      { effect: "reads", options: "--all --push", operands: "one(get-url) name" },
      {
        effect: "asks",
        options: "-v -t=name -m=name -f -n -d -a --tags --no-tags --push --add --delete -p,--prune",
        operands: CHANGES_REMOTES,
      },
    ],
  },
  stash: {
    subcommands: {
      list: { effect: "reads", options: `${DIFF} ${LOG}` },
      show: {
        forms: [
          { effect: "reads", options: `${DIFF} --include-untracked --only-untracked`, operands: "data*" },
          { effect: "reads", options: `${PATCH} ${DIFF} --include-untracked`, operands: "data*", alone: "search" },
        ],
      },
      "push save": {
        effect: "writes",
        options: "-q,--quiet -u,--include-untracked -k,--keep-index --no-keep-index -S,--staged -m,--message=data",
        operands: "pathspec*",
      },
      "pop apply": { effect: "writes", options: "--index -q,--quiet", operands: "data?" },
      "drop clear": { effect: "loses", options: "-q,--quiet", operands: "data?" },
    },
    alone: { effect: "writes", options: "-q,--quiet -u,--include-untracked -k,--keep-index -m,--message=data" },
  },
  reflog: {
    forms: [
      { effect: "reads", options: `${DIFF} ${LOG}` },
      { effect: "reads", options: `${DIFF} ${LOG}`, operands: "one(show|exists|list) object*" },
      {
        effect: "loses",
        options: "--all --expire=data --expire-unreachable=data -n --updateref --rewrite",
        operands: "one(expire|delete|drop) data*",
      },
      { effect: "reads", options: `${DIFF} ${LOG}`, operands: "match((?!expire$|delete$|drop$|write$)[\\w@{}./~^-]+)" },
    ],
  },
  worktree: { subcommands: { list: { effect: "reads", options: "--porcelain -v,--verbose -z" } } },
  notes: { subcommands: { "list show": { effect: "reads", operands: "revision?" } } },
  "symbolic-ref": { effect: "reads", options: "-q,--quiet --short", operands: "name" },
  bisect: {
    subcommands: {
      log: { effect: "reads" },
      "start good bad new old skip reset": { effect: "writes", operands: "data*" },
    },
  },
  config: {
    forms: [
      {
        effect: "reads",
        options:
          "--get --get-all --global --local --system --show-origin --show-scope --bool --int --path --default=data --type=data -z,--null",
        operands:
          "match((?:user|core|init|branch|remote|push|pull|merge|color|commit|submodule|status|log|rebase|advice|gc|tag|rerere|format|alias)\\.[\\w./-]+)",
      },
      {
        effect: "asks",
        options:
          "--global --local --system -l,--list --get-regexp --show-origin --show-scope --name-only --add --unset --unset-all --replace-all",
        operands: "data*",
      },
    ],
  },
  "ls-remote": {
    effect: "network",
    options: "-h,--heads,--branches -t,--tags --refs -q,--quiet --exit-code --get-url --sort=data --symref",
    operands: `${REMOTE}? data*`,
  },
  fetch: {
    effect: "network",
    options:
      "--all -a,--append --atomic --depth=number --deepen=number --unshallow --dry-run -k,--keep --prefetch -p,--prune " +
      "-P,--prune-tags -n,--no-tags -t,--tags -j,--jobs=number -q,--quiet -v,--verbose --progress --no-progress -4 -6 " +
      "-f,--force!loses --no-recurse-submodules",
    operands: `${REMOTE}? match((?![-+:])[\\w@./*:~^-]+)*`,
  },
  push: {
    effect: "network",
    options:
      "--all --branches --tags --follow-tags -n,--dry-run --porcelain -u,--set-upstream -q,--quiet -v,--verbose --progress " +
      "--atomic -f,--force!loses --force-with-lease?=data!loses --force-if-includes!loses -d,--delete!loses " +
      "--mirror!loses --prune!loses --no-verify!asks -4 -6",
    operands: `${REMOTE}? match((?![-+:])[\\w@./~^-]+(?::(?!\\+)[\\w@./-]+)?)*`,
  },
};

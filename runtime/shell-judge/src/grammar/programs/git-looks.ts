import { DIFF, FORMAT, LOG, PATCH } from "./git-options.ts";

/** A file of a revision, and no whole change. */
const FILE = "object([\\w@./~^-]*:(?!/)[^:]+)";

/** Subcommands of git that look at the repository and change nothing. */
export const GIT_LOOKS = String.raw`
  log whatchanged:
    reads object* ${DIFF} ${LOG} -q --show-signature!asks
    reads object* alone=search ${PATCH} ${DIFF} ${LOG} -L=revision -q --show-signature!asks
  show:
    reads ${FILE}+
    reads object*
      needs=--stat,--numstat,--shortstat,--name-only,--name-status,--dirstat,--summary,--quiet,-q,-s,--no-patch
      ${DIFF} ${LOG} -q
    reads object* alone=search ${PATCH} ${DIFF} ${LOG} -L=revision -q --show-signature!asks
  diff:
    reads tree tree needs=--no-index ${PATCH} ${DIFF} -# --no-index
    reads object*
      needs=--stat,--numstat,--shortstat,--name-only,--name-status,--dirstat,--summary,--quiet,-s,--no-patch
      ${DIFF} --cached --staged --merge-base
    reads one(HEAD)? ${PATCH} ${DIFF} -# --cached --staged
    reads object* alone=search ${PATCH} ${DIFF} -# --cached --staged --merge-base --base --ours --theirs
  diff-tree diff-index: reads object* ${DIFF} -r -t -m --cached --root --no-commit-id --pretty?=${FORMAT} --merge-base
  var: reads one(GIT_EDITOR|GIT_SEQUENCE_EDITOR|GIT_PAGER|GIT_DEFAULT_BRANCH|GIT_AUTHOR_IDENT|GIT_COMMITTER_IDENT)
  status: reads pathspec*
    -s,--short -b,--branch --show-stash --porcelain?=data --long -v,--verbose -u?=data --untracked-files?=data
    --ignore-submodules?=data --ignored?=data -z --column?=data --no-column --ahead-behind --no-ahead-behind --no-renames
  blame annotate: reads object+
    -b --root --show-stats --porcelain,-p --line-porcelain --incremental -c -t -l -s -e,--show-email -w -f,--show-name
    -n,--show-number -L=match([\d+,-]+) -M?=data -C?=data --abbrev?=number --date=data --ignore-rev=data --since=data
  grep: reads data object* instead=-e alone=search
    --cached -I -i,--ignore-case -w,--word-regexp -v,--invert-match -h -H --full-name -E,--extended-regexp
    -G,--basic-regexp -P,--perl-regexp -F,--fixed-strings -n,--line-number --column -l,--files-with-matches,--name-only
    -L,--files-without-match -z,--null -o,--only-matching -c,--count --color?=data --no-color --break --heading
    -p,--show-function -# -A,--after-context=number -B,--before-context=number -C,--context=number
    -W,--function-context -m,--max-count=number -e=data --and --or --not -q,--quiet
  ls-files: reads data*
    -c,--cached -d,--deleted -m,--modified -o,--others -i,--ignored -s,--stage --directory -u,--unmerged -k,--killed -z
    -t -v --deduplicate -x,--exclude=data --exclude-standard --error-unmatch --full-name --recurse-submodules --eol
    --format=data
  ls-tree: reads data+ -d -r -t -l,--long -z --name-only --name-status --object-only --full-tree --format=data
  cat-file:
    reads object needs=-t,-s,-e -t -s -e --allow-unknown-type
    reads ${FILE} needs=-p -p
    reads object needs=-p alone=search -p
    reads one(blob|tree|commit|tag) object alone=search
  shortlog: reads object* ${LOG} -n,--numbered -s,--summary -e,--email -w?=data --group=data
  describe: reads revision*
    --dirty?=data --all --tags --contains --abbrev?=number --exact-match --long --match=data --exclude=data --always
    --first-parent
  rev-parse: reads data*
    --verify -q,--quiet --short?=number --abbrev-ref?=data --symbolic --symbolic-full-name --all --branches?=data
    --tags?=data --remotes?=data --show-toplevel --show-cdup --show-prefix --git-dir --absolute-git-dir
    --git-common-dir --is-inside-work-tree --is-inside-git-dir --is-bare-repository --is-shallow-repository
    --show-superproject-working-tree --git-path=data --path-format=data --not --revs-only --no-revs
  rev-list: reads object* ${LOG} --count --objects --header --timestamp --disk-usage?=data --missing=data -q,--quiet
  merge-base: reads revision+ -a,--all --octopus --independent --is-ancestor --fork-point
  show-ref: reads data* --head --heads --branches --tags -d,--dereference -s,--hash?=number --verify -q,--quiet
  for-each-ref: reads data*
    --count=number --sort=${FORMAT} --format=${FORMAT} --points-at=data --merged?=data --no-merged?=data
    --contains?=data --no-contains?=data --exclude=data
  name-rev: reads revision* --tags --all --name-only
  cherry: reads revision* -v
  count-objects: reads -v,--verbose -H,--human-readable
  check-ignore: reads data* -q,--quiet -v,--verbose -z -n,--non-matching --no-index --stdin
  version: reads --build-options
`;

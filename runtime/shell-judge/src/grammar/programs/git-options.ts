/** Options of git that show what is in files, in whole or in part. */
export const PATCH =
  "-p,-u,--patch -U,--unified=number --patch-with-stat --word-diff?=data --word-diff-regex=data --color-words?=data " +
  "-W,--function-context --binary --check --submodule?=one(short|log|diff) -c --cc -m";

/** Options of git that shape a difference. Those that write it, run a helper or compare files outside are left out. */
export const DIFF =
  "-s,--no-patch --raw --minimal --patience --histogram --diff-algorithm=data --stat?=data --compact-summary --numstat " +
  "--shortstat --dirstat?=data --summary -z --name-only --name-status --color?=data --no-color --color-moved?=data " +
  "--no-renames --full-index --abbrev?=number -B?=data -M?=data --find-renames?=data -C?=data --find-copies?=data " +
  "--diff-filter=data -S=data -G=data --pickaxe-all --pickaxe-regex -R -a,--text --ignore-cr-at-eol " +
  "--ignore-space-at-eol -b,--ignore-space-change -w,--ignore-all-space --ignore-blank-lines " +
  "-I,--ignore-matching-lines=data --inter-hunk-context=number --no-ext-diff --no-textconv --ignore-submodules?=data " +
  "--no-prefix --relative?=data --quiet --exit-code";

/** A format that shows who signed makes git run the program that checks it. */
export const FORMAT = "match((?![^]*(?:%[-+\\s]?G|signature))[^]*)";

/** Options of git that choose commits and say how they are shown. */
export const LOG =
  "-# -n,--max-count=number --skip=number --since=data --after=data --until=data --before=data --author=data " +
  "--committer=data --grep=data --all-match --invert-grep -i,--regexp-ignore-case -E,--extended-regexp " +
  "-F,--fixed-strings -P,--perl-regexp --merges --no-merges --first-parent --all --branches?=data --tags?=data " +
  "--remotes?=data --exclude=data --not --cherry --cherry-pick --cherry-mark --left-right --left-only --right-only " +
  "-g,--walk-reflogs --boundary --simplify-by-decoration --ancestry-path?=data --topo-order --date-order " +
  `--author-date-order --reverse --graph --oneline --pretty?=${FORMAT} --format=${FORMAT} --abbrev-commit ` +
  "--no-abbrev-commit --decorate?=data --no-decorate --source --date=data --relative-date --follow --full-history " +
  "-t --root --no-walk?=data --parents --shortstat";

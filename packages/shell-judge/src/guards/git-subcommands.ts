import type { ShellWord } from "../read/shell-word.ts";

/** Subcommands that only look, whatever their operands. */
const LOOKING = new Set(
  (
    "status log diff show blame annotate shortlog describe rev-parse rev-list ls-files ls-tree cat-file merge-base " +
    "name-rev show-ref for-each-ref grep diff-tree diff-index diff-files whatchanged cherry count-objects " +
    "check-ignore check-attr show-branch version range-diff get-tar-commit-id --version -v"
  ).split(" "),
);

/** Subcommands that change the repository in the ordinary way. Everything else may be an alias or run programs. */
const CHANGING = new Set(
  (
    "add am apply branch checkout cherry-pick clean clone commit config fetch gc init merge mv notes prune pull push " +
    "rebase reflog remote repack reset restore revert rm sparse-checkout stash switch symbolic-ref tag update-index " +
    "update-ref worktree ls-remote fsck bundle archive format-patch submodule bisect maintenance"
  ).split(" "),
);

/** What kind of thing a subcommand does with these arguments. */
export type GitKind = "looks" | "changes" | "unknown";

/** Tells apart what looks, what changes, and what git would take for an alias or a program. */
export function gitKind(subcommand: string, args: readonly ShellWord[]): GitKind {
  if (LOOKING.has(subcommand) || onlyLists(subcommand, args)) return "looks";
  return CHANGING.has(subcommand) ? "changes" : "unknown";
}

const LIST_OPTION =
  /^(?:-[avrlq]+|-vv|--list|--all|--remotes|--verbose|--show-current|--(?:no-)?column|--color|--(?:format|sort|contains|no-contains|merged|no-merged|points-at)(?:=.*)?|-n\d*)$/;

/** The forms of changing subcommands that only list. */
function onlyLists(subcommand: string, args: readonly ShellWord[]): boolean {
  if (args.some((word) => word.form !== "literal")) return false;
  const values = args.map((word) => word.value);
  const [first = "", ...rest] = values;
  switch (subcommand) {
    case "branch":
      return values.every((value) => LIST_OPTION.test(value));
    case "tag":
      return values.every((value) => LIST_OPTION.test(value)) || first === "-l" || first === "--list";
    case "stash":
      return first === "list" || first === "show";
    case "remote":
      return values.every((value) => /^(?:-v|--verbose)$/.test(value)) || first === "get-url";
    case "reflog":
      return values.length === 0 || first === "show";
    case "worktree":
      return first === "list";
    case "bisect":
      return first === "log";
    case "symbolic-ref":
      return values.filter((value) => !/^(?:-q|--quiet|--short)$/.test(value)).length === 1 && first !== "-d";
    case "config":
      return onlyReadsConfig(first, rest);
    default:
      return false;
  }
}

const READING_CONFIG =
  /^(?:-z|--(?:global|local|system|worktree|all|show-origin|show-scope|name-only|bool|int|path|null|includes|fixed-value)|--(?:type|default|value)=.*)$/;

/** One name alone is read; `-f` and `--blob` would read elsewhere, and every other option may write. */
function onlyReadsConfig(first: string, rest: readonly string[]): boolean {
  if (rest.length === 0 && /^[A-Za-z][\w-]*\.[\w.*/-]*\w$/.test(first)) return true;
  const reads = /^(?:--get|--get-all|--list|-l|get|list)$/.test(first);
  return reads && rest.every((value) => !value.startsWith("-") || READING_CONFIG.test(value));
}

import { type Finding, guard } from "../decide/finding.ts";
import { isInside, join, normalise } from "../paths/lexical.ts";
import { literalWord, type ShellWord } from "../shell/shell-word.ts";
import type { CommandView } from "./command-view.ts";

/** `git` without its global options. */
export interface GitCall {
  /** `git`, the subcommand, its arguments. */
  readonly plain: readonly ShellWord[];
  readonly findings: readonly Finding[];
  /** Where it works after `-C`. */
  readonly directories: readonly string[] | undefined;
}

const QUIET = new Set(["--no-pager", "-P", "--no-optional-locks", "--no-replace-objects", "--literal-pathspecs"]);

/** Takes the global options off: `-C` inside the workspace is followed, quiet ones are dropped, the rest is guarded. */
export function readGitCall(view: CommandView): GitCall {
  const findings: Finding[] = [];
  let directories = view.directories;
  let at = 0;
  for (; at < view.args.length; at++) {
    const word = view.args[at];
    if (word === undefined || word.form !== "literal" || !word.value.startsWith("-")) break;
    if (QUIET.has(word.value) || (at === view.args.length - 1 && /^(?:--version|--help|-v|-h)$/.test(word.value)))
      continue;
    const target = view.args[at + 1];
    const moved = word.value === "-C" && target !== undefined ? follow(target, directories, view) : undefined;
    if (moved === undefined) {
      findings.push(guard(`git ${word.value} can run programs or look at another repository.`));
      if (word.value === "-C" || word.value === "-c" || !word.value.includes("=")) at++;
      directories = undefined;
    } else {
      directories = moved;
      at++;
    }
  }
  const plain = [literalWord("git"), ...view.args.slice(at)];
  return { plain, findings: [...findings, ...untrusted(directories, view)], directories };
}

function follow(
  target: ShellWord,
  directories: readonly string[] | undefined,
  view: CommandView,
): readonly string[] | undefined {
  if (target.form !== "literal" || target.tilde) return undefined;
  const moved = directories?.map((directory) => normalise(join(directory, target.value)));
  return moved?.every((directory) => isInside(directory, view.root)) ? moved : undefined;
}

/**
 * A repository that the agent could have made runs what its own configuration says. Where the disk is not looked at,
 * `-C` into the workspace is taken for a folder of the same repository, and `cd` is not.
 */
function untrusted(directories: readonly string[] | undefined, view: CommandView): readonly Finding[] {
  const trust = (directory: string) => view.trustsRepository(directory);
  const entered = view.directories?.every((directory) => trust(directory) === true) === true;
  const foreign = directories === undefined || directories.some((directory) => trust(directory) === false);
  return entered && !foreign ? [] : [guard("git in another directory obeys that repository's configuration.")];
}

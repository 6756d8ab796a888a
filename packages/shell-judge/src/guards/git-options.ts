import { type Finding, guard } from "../decide/finding.ts";
import { isInside, join, normalise } from "../paths/lexical.ts";
import { literalWord, type ShellWord } from "../read/shell-word.ts";
import type { Directories } from "../walk/place.ts";
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
  const state: Globals = { findings: [], directories: view.directories, at: 0 };
  for (let word = view.args[0]; word !== undefined && isGlobal(word); word = view.args[state.at]) {
    readGlobal(word.value, view, state);
  }
  const plain = [literalWord("git"), ...view.args.slice(state.at)];
  return {
    plain,
    findings: [...state.findings, ...untrusted(state.directories, view)],
    directories: state.directories,
  };
}

interface Globals {
  readonly findings: Finding[];
  directories: Directories;
  at: number;
}

function isGlobal(word: ShellWord): boolean {
  return word.form === "literal" && word.value.startsWith("-");
}

function readGlobal(option: string, view: CommandView, state: Globals): void {
  const target = view.args[++state.at];
  const last = target === undefined;
  if (QUIET.has(option) || (last && /^(?:--version|--help|-v|-h)$/.test(option))) return;
  const moved = option === "-C" && !last ? follow(target, state.directories, view) : undefined;
  if (moved === undefined) state.findings.push(guard(`git ${option} can run programs or look at another repository.`));
  if (!option.includes("=") && !/^-[pc]./.test(option) && option !== "-p" && option !== "--paginate") state.at++;
  state.directories = moved;
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

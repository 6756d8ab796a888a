import { type Finding, guard } from "../decide/finding.ts";
import type { PathUse } from "../paths/path-judge.ts";
import { literalWord, type ShellWord, tailOf } from "../read/shell-word.ts";
import type { CommandReading, Guard } from "./command-view.ts";
import { gitLosses } from "./git-losses.ts";
import { readGitCall } from "./git-options.ts";
import { gitKind } from "./git-subcommands.ts";
import { openFindings, optionFindings, optionPaths } from "./guard-reading.ts";
import { type OptionGrammar, optionGrammar } from "./option-grammar.ts";
import { type ReadArguments, readArguments } from "./read-arguments.ts";

const COMMON =
  "# output! ext-diff! textconv! filters! no-index! exec! upload-pack! receive-pack! open-files-in-pager! template! " +
  "config! config-env! extcmd! tool! contents:read orderfile:read pathspec-from-file:read exclude-from:read help! " +
  "O! message:text author:text grep:text format:text pretty? since:text until:text date:text date? ";

/** Letters mean different things to different subcommands. */
const LETTERS: Record<string, string> = {
  commit: "m:text F:read C:text c:text t:read a v q s e n p S? u?",
  tag: "m:text F:read a s f d l n? u:text",
  merge: "m:text F:read s:text X:text e n q v S?",
  stash: "m:text p q u a k",
  notes: "m:text F:read f",
  log: "S:text G:text L:text n:text p u s i E F P M? C? g c m z q",
  show: "S:text G:text L:text n:text p u s M? C? c m z q",
  diff: "S:text G:text U:text p u s M? C? R a b w z W B? D l:text",
  grep: "e:text f:read A:text B:text C:text m:text n i w v l L c h H E G P F I a p W q z o r",
  blame: "L:text S:read M? C? w e f n l s t p b c",
  shortlog: "s n e c w?",
  clone: "c! u! b:text o:text j:text l s q v n",
  fetch: "j:text o:text a p t n k u f q v",
  archive: "o! v l",
  "format-patch": "o! n k s v:text",
  rebase: "x! i! s:text X:text m q v r? f",
  submodule: "q",
  bundle: "q",
};

/** Subcommands and first operands that run programs, whatever else is said. */
const RUNS =
  /^(?:submodule (?:foreach|add|update|init)|bisect (?:run|start|visualize|view)|bundle create|config(?!\S)|worktree (?:add|move)|maintenance|reflog (?:expire|delete)|init|am|apply)(?: |$)/;

/** git: its options that run programs or write files, the paths it reads, and what it would lose. */
export const guardGit: Guard = (view): CommandReading => {
  const call = readGitCall(view);
  const [subcommand, ...args] = call.plain.slice(1);
  if (subcommand === undefined) {
    return { findings: call.findings, paths: [], harmless: true, plain: call.plain };
  }
  const name = subcommand.form === "literal" ? subcommand.value : "";
  const kind = gitKind(name, args);
  const read = readArguments(args, grammarOf(name));
  const findings = [
    ...call.findings,
    ...optionFindings(`git ${name}`, read),
    ...openFindings("git", read),
    ...argumentFindings(name, kind, read),
    ...gitLosses(name, args),
  ];
  const ranges = read.options.flatMap(({ name: option, value }) => (option === "-L" ? (value ?? []) : []));
  const paths = [
    ...optionPaths(read),
    ...ranges.flatMap(operandPaths),
    ...(name === "rev-parse" ? [] : read.operands.flatMap((word) => operandPaths(word))),
  ];
  const place = call.directories === undefined ? {} : { directories: call.directories };
  return { findings, paths: readPaths(name, read, paths), harmless: kind === "looks", plain: call.plain, ...place };
};

const GRAMMARS = new Map<string, OptionGrammar>();

function grammarOf(subcommand: string): OptionGrammar {
  const known = GRAMMARS.get(subcommand);
  if (known !== undefined) return known;
  const letters = Object.hasOwn(LETTERS, subcommand) ? LETTERS[subcommand] : undefined;
  const grammar = optionGrammar(COMMON + (letters ?? ""));
  if (letters !== undefined) GRAMMARS.set(subcommand, grammar);
  return grammar;
}

function argumentFindings(name: string, kind: string, read: ReadArguments): readonly Finding[] {
  const first = read.operands[0];
  const listed = kind === "looks";
  const findings: Finding[] = [];
  if (kind === "unknown") findings.push(guard(`git ${name || "…"} may be an alias or run programs.`));
  if (!listed && RUNS.test(`${name} ${first?.value ?? ""}`)) {
    findings.push(guard(`git ${name} ${first?.value ?? ""} can run programs or change what git obeys.`));
  }
  if (name === "cat-file" && read.unknown.some((option) => /^--ba(?!tch-(?:check|all))/.test(option))) {
    findings.push(guard("git cat-file would read what its input names."));
  }
  const words = [...read.operands, ...read.options.flatMap(({ value }) => value ?? [])];
  const helper = words.find((word) => /^[A-Za-z][\w+.-]*::/.test(word.value));
  if (helper !== undefined) findings.push(guard(`${helper.text} is an address that runs a program.`));
  return findings;
}

/** What an operand may name: a file, a file of a revision (`HEAD:.env`), a pathspec. */
function operandPaths(word: ShellWord): readonly PathUse[] {
  if (/^[a-z][\w+.-]*:\/\//.test(word.prefix) && !word.prefix.startsWith("file:")) return [];
  const paths: PathUse[] = [{ access: "read", word: pathspec(word) }];
  for (const { index } of word.form === "dynamic" ? [] : word.value.matchAll(/:/g)) {
    const inside = asGlob({ ...tailOf(word, index + 1), tilde: false });
    if (inside.value !== "") paths.push({ access: "read", word: inside });
  }
  return paths;
}

/** `:(top)x`, `:/x` and `:!x` are magic around a path; a URL or an object name is a path that is not there. */
function pathspec(word: ShellWord): ShellWord {
  const magic = /^:(?:\([^)]*\)|[/!^]+)/.exec(word.prefix)?.[0].length ?? 0;
  return asGlob(magic > 0 ? tailOf(word, magic) : word);
}

/** git expands the wildcards of a quoted pathspec itself. */
function asGlob(word: ShellWord): ShellWord {
  const wild = word.form === "literal" && /[*?[]/.test(word.value);
  return wild ? { ...word, form: "glob", pattern: word.value, prefix: word.value.replace(/[*?[].*$/s, "") } : word;
}

/** `git grep` reads everything below its paths; text operands (a pattern) are no paths. */
function readPaths(name: string, read: ReadArguments, paths: readonly PathUse[]): readonly PathUse[] {
  if (name !== "grep") return paths;
  const given = read.options.some((option) => option.name === "-e" || option.name === "-f");
  const files = given ? read.operands : read.operands.slice(1);
  const searched = files.length === 0 ? [literalWord(".")] : files;
  const hidden = read.unknown.includes("--untracked");
  return [
    ...optionPaths(read),
    ...searched.map((word): PathUse => ({ access: "read", word, recursive: true, hidden })),
  ];
}

import type { CommandReading, CommandView } from "../guards/command-view.ts";
import { candidates } from "../guards/guard-generic.ts";
import { codeFinding } from "../guards/guard-interpreter.ts";
import { isInside } from "../paths/lexical.ts";
import type { PathUse } from "../paths/path-use.ts";
import { literalWord, type ShellWord } from "../read/shell-word.ts";
import { type Finding, forced, guard } from "../verdict/finding.ts";
import { type Directories, movedTo } from "../walk/place.ts";
import { foundPayloads } from "./found-names.ts";
import { gitAddressFindings } from "./git-words.ts";
import type { Grammar } from "./grammar.ts";
import { localRemoteFindings } from "./local-remotes.ts";
import { changeOf, couldOf, lossOf } from "./program-words.ts";
import { grammarOf } from "./programs/programs.ts";
import { calledOf, isRead, type Reading, readGrammar, type Unread } from "./read-grammar.ts";
import type { NotUnderstood } from "./read-options.ts";
import { roleUses } from "./role-uses.ts";

/** Reads a command by the grammar of its program. Undefined: the program has none. */
export function readByGrammar(view: CommandView): CommandReading | undefined {
  const grammar = grammarOf(view.name);
  if (grammar === undefined) return undefined;
  const reading = readGrammar([literalWord(view.name), ...view.args], grammar);
  const place = placeOf(reading, view, grammar);
  const read = isRead(reading) ? understood(reading, view) : notUnderstood(reading, view);
  return { ...read, findings: [...place.findings, ...read.findings], directories: place.directories };
}

function understood(reading: Reading, view: CommandView): CommandReading {
  const { paths, findings } = roleUses(reading, view.name);
  const shown = `${view.name} ${calledOf(reading)}`.trim();
  return {
    findings: [
      ...findings,
      ...effectFindings(reading, shown),
      ...gitAddressFindings(reading),
      ...localRemoteFindings(reading, view),
      ...tokenFindings(reading, view),
    ],
    paths,
    harmless: reading.effect === "reads",
    plain: reading.plain,
    read: reading,
    payloads: foundPayloads(reading),
  };
}

/** What prints the addresses of remotes prints what stands in them. */
function tokenFindings(reading: Reading, view: CommandView): readonly Finding[] {
  if (view.name !== "git") return [];
  const { options, operands } = reading;
  const called = calledOf(reading);
  const words = [...options.map(({ option }) => option ?? ""), ...operands.map(({ word }) => word.value)].join(" ");
  const shows =
    (called === "remote" && words !== "") ||
    (called === "ls-remote" && words.includes("--get-url")) ||
    (called === "config" && /url|insteadof|http|extraheader|-l\b|--list|--get-/i.test(words));
  return shows && view.repository.showsTokens()
    ? [guard("The address of a remote holds a token, and this prints it.")]
    : [];
}

function effectFindings({ effect, options }: Reading, shown: string): readonly Finding[] {
  const said = options.map(({ option }) => option).filter((option) => option !== undefined);
  const form = [shown, ...new Set(said)].join(" ");
  if (effect === "loses") return [forced(`${form} ${lossOf(shown)}.`)];
  return effect === "asks" ? [guard(`${form} ${changeOf(shown)}.`)] : [];
}

/** A call that was not understood: everything in it may be a path. */
function notUnderstood({ failure, plain }: Unread, view: CommandView): CommandReading {
  const finding = codeFinding(view) ?? guard(couldDo(view.name, failure));
  return { findings: [finding], paths: view.args.flatMap(candidates).map(onlyDenials), harmless: false, plain };
}

/** What could happen, and by which of its words. */
function couldDo(name: string, { word, why }: NotUnderstood): string {
  const could = `${name} ${couldOf(name)}`;
  const shown = word === undefined ? undefined : JSON.stringify(word.text);
  if (why !== undefined) return `${could}: ${shown ?? "the call"} ${why}.`;
  return shown === undefined ? `As it is called here ${could}.` : `With ${shown} ${could}.`;
}

function onlyDenials(use: PathUse): PathUse {
  return { ...use, counts: "denials" };
}

interface Where {
  readonly directories: Directories;
  readonly findings: readonly Finding[];
}

/** Where the call works after its own `-C`, and whether the repository there may be trusted. */
function placeOf(reading: Reading | Unread, view: CommandView, grammar: Grammar): Where {
  const moves = isRead(reading) ? reading.options.filter(({ role }) => role.name === "cd") : [];
  const directories = moves.reduce<Directories>((at, { word }) => followed(word, at, view), view.directories);
  const findings: Finding[] = [];
  if (moves.length > 0 && directories === undefined)
    findings.push(guard(`Where ${view.name} would work is not known.`));
  const looks = isRead(reading) && reading.effect === "reads";
  if (grammar.repository) findings.push(...repositoryFindings(directories, looks, view));
  return { directories, findings };
}

function followed(target: ShellWord, directories: Directories, view: CommandView): Directories {
  const moved = movedTo(target, directories);
  return moved?.every((directory) => isInside(directory, view.root)) ? moved : undefined;
}

/**
 * A repository that the agent could have made runs what its own configuration says. Where the disk is not looked at,
 * `-C` into the workspace is taken for a folder of the same repository, and `cd` is not.
 */
function repositoryFindings(directories: Directories, looks: boolean, view: CommandView): readonly Finding[] {
  const entered = view.directories?.every((directory) => view.repository.trustsRepository(directory) === true) === true;
  const foreign =
    directories === undefined || directories.some((one) => view.repository.trustsRepository(one) === false);
  const findings =
    entered && !foreign ? [] : [guard("git in another directory obeys that repository's configuration.")];
  const runs = view.repository.repositoryRuns(looks);
  return runs === undefined ? findings : [...findings, runs];
}

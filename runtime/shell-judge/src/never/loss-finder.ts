import { judgeShellWord, type ShellBuiltin } from "../decide/shell-builtins.ts";
import type { CommandView, RepositoryFacts } from "../guards/command-view.ts";
import { readCommand } from "../guards/guards.ts";
import { literalWord, type ShellWord } from "../read/shell-word.ts";
import type { Finding } from "../verdict/finding.ts";
import type { LineVisitor, SimpleCommand } from "../walk/line-visitor.ts";
import { type Exits, ownShell, type Place, stay } from "../walk/place.ts";
import type { Steps } from "../walk/steps.ts";
import { walkText } from "../walk/walk-line.ts";
import { runBy } from "../wrappers/runners.ts";
import { movedBy, unwrap, type Wrapped } from "../wrappers/wrappers.ts";
import { readXargs } from "../wrappers/xargs.ts";
import { carriedBy } from "./carried.ts";
import { lossInCode } from "./code-loss.ts";
import { guessedAssignments } from "./guessed-assignments.ts";
import { guessedPrint } from "./guessed-print.ts";
import { neverFinding, overwritten } from "./never.ts";
import { programNamed } from "./program-named.ts";
import type { VitalPlace } from "./vital-path.ts";
import { keepText, textOf } from "./written-files.ts";

/** Where the workspace and the home are. Absolute. */
interface Anchors {
  readonly root: string;
  readonly home: string;
}

/** More commands than this are not looked at: no line of a person has them. */
const MAX_COMMANDS = 2_000;

const STANDARD_INPUT = /^\/(?:dev\/stdin|(?:dev|proc\/self)\/fd\/0)$/;

/**
 * Looks in a line for what is never run, whoever approves it. It reads the words for the worst that they could mean,
 * for it must see through spellings that no grammar knows; what it does not find may still be anything.
 */
export class LossFinder implements LineVisitor {
  readonly losses: Finding[] = [];
  readonly steps: Steps;
  readonly #anchors: Anchors;
  #commands = 0;

  constructor(anchors: Anchors, steps: Steps) {
    this.#anchors = anchors;
    this.steps = steps;
  }

  found(finding: Finding): void {
    if (finding.kind === "forbidden") this.losses.push(finding);
  }

  /** Bash may yet run what stands before the mistake. */
  refused(): void {}

  command({ words, redirects, assignments }: SimpleCommand, place: Place): Exits {
    if (++this.#commands > MAX_COMMANDS) return stay(place.directories);
    for (const { target, access, empties } of redirects) {
      if (access === "edit") this.#note(overwritten(target, empties, this.#vital(place)));
    }
    for (const { name, value } of assignments) {
      if (/^(?:PROMPT_COMMAND|BASH_ENV|ENV)$/.test(name)) this.#text(value?.holds ?? value?.value, place);
    }
    // The parser takes the value of `A=<(…)` for the command.
    if (words[0]?.form === "stream") this.#text(words[0].holds, place);
    const exits = this.#words(words, place);
    for (const { target, access } of redirects) if (access === "edit") keepText(target, exits.prints?.text, place);
    return exits;
  }

  #vital({ directories, guesses }: Place): VitalPlace {
    return { directories, ...this.#anchors, links: guesses?.links };
  }

  #note(finding: Finding | undefined): void {
    if (finding !== undefined) this.losses.push(finding);
  }

  #words(words: readonly ShellWord[], place: Place): Exits {
    this.steps.take(4 + words.length + Math.ceil(lengthOf(words) / 8));
    const [first, ...args] = words;
    const name = first === undefined ? undefined : programNamed(first);
    if (first === undefined || name === undefined || place.depth > 16) return stay(place.directories);
    if (this.#alias(first, args, place)) return stay(undefined);
    this.#note(neverFinding(name, args, this.#vital(place)));
    if (first.value.includes("/")) this.#text(textOf(first, place), place);
    if (name === "tee") for (const word of args) keepText(word, place.input?.text, place);
    this.#carried(name, args, place);
    const builtin = judgeShellWord(name, args, this.#view(name, args, place));
    if (builtin !== undefined) this.#builtin(builtin, args, place);
    guessedAssignments(name, args, place);
    if (builtin === undefined) return this.#program(words, name, args, place);
    return { ...(builtin.exits ?? stay(place.directories)), ...guessedPrint(name, args, place) };
  }

  #builtin(builtin: ShellBuiltin, args: readonly ShellWord[], place: Place): void {
    for (const { word } of builtin.paths) this.#text(word.holds ?? textOf(word, place), place);
    for (const text of builtin.texts) this.#text(text.form === "dynamic" ? undefined : text.value, place, args);
    if (builtin.fed === true || builtin.paths.some(({ word }) => STANDARD_INPUT.test(word.value)))
      this.#text(place.input?.text, place);
    place.variables.forget(builtin.names ?? []);
    for (const [variable, value] of builtin.assigns ?? []) place.variables.set(variable, [value]);
  }

  #program(words: readonly ShellWord[], name: string, args: readonly ShellWord[], place: Place): Exits {
    if (/^g?xargs$/.test(name)) return this.#xargs(args, place);
    const wrapped = unwrap(name, args);
    if (wrapped !== undefined) return this.#wrapped(wrapped, place);
    const run = runBy(words);
    if (run !== undefined) this.#suffixes(run.inner ?? words.slice(run.before), place);
    const reading = readCommand(this.#view(name, args, place));
    for (const payload of reading.payloads ?? []) this.#words(payload, inner(place));
    return { ...stay(place.directories), ...guessedPrint(name, args, place, reading) };
  }

  /** `alias x='rm -rf /'; x`: bash puts the text in the place of the word. */
  #alias(first: ShellWord, args: readonly ShellWord[], place: Place): boolean {
    const text = first.text === first.value ? place.guesses?.aliases.get(first.value) : undefined;
    if (text === undefined) return false;
    const rest = args.map(({ text: written }) => written).join(" ");
    place.guesses?.aliases.delete(first.value);
    this.#text(`${text} ${rest}`, place);
    place.guesses?.aliases.set(first.value, text);
    return true;
  }

  /** What programs are handed as commands or as code, in their words or on standard input. */
  #carried(name: string, args: readonly ShellWord[], place: Place): void {
    if (place.input !== undefined) this.steps.takeText(place.input.text.length);
    const carried = carriedBy(name, args, place);
    for (const text of carried.texts) this.#text(text, place);
    for (const words of carried.commands) this.#words(words, inner(place));
    for (const code of carried.code) {
      this.steps.takeText(code.length);
      const found = lossInCode(code, this.#anchors.home);
      if (found.bomb !== undefined) this.#note(found.bomb);
      for (const text of found.texts) this.#text(text, place);
      for (const words of found.commands) this.#words(words, inner(place));
      for (const path of found.written) this.#note(overwritten(literalWord(path), true, this.#vital(place)));
    }
  }

  #wrapped(wrapped: Wrapped, place: Place): Exits {
    const at = inner(movedBy(wrapped, place));
    for (const text of wrapped.texts) this.#text(text.value, at);
    for (const words of wrapped.payloads) this.#words(words, at);
    return stay(place.directories);
  }

  /** A program stands somewhere behind options that nobody knows. */
  #suffixes(words: readonly ShellWord[], place: Place): void {
    for (let index = 0; index < Math.min(words.length, 40); index++) this.#words(words.slice(index), inner(place));
  }

  #xargs(args: readonly ShellWord[], place: Place): Exits {
    const command = readXargs(args, place);
    const { input: _, names: __, ...rest } = inner(place);
    if (command === undefined) this.#suffixes(args, rest);
    else this.#words(command.words, { ...rest, fed: false });
    return stay(place.directories);
  }

  /** A text that a shell would run, with what it is given as `$1` and so on. */
  #text(text: string | undefined, place: Place, args: readonly ShellWord[] = []): void {
    if (text === undefined || text.trim() === "" || place.guesses?.follow() !== true) return;
    const { variables } = ownShell(place, this);
    const given = args.slice(args.findIndex(({ value }) => value === text) + 2);
    variables.setList("@", given);
    for (const [index, word] of given.slice(0, 9).entries()) variables.set(String(index + 1), [word]);
    const { input: _, names: __, ...rest } = inner(place);
    walkText(text, { ...rest, fed: false, variables }, this);
  }

  #view(name: string, args: readonly ShellWord[], place: Place): CommandView {
    const { directories, fed } = place;
    return { name, args, directories, fed, ...this.#anchors, repository: ANY_REPOSITORY };
  }
}

/** What a repository is matters only to what is asked. */
const ANY_REPOSITORY: RepositoryFacts = {
  trustsRepository: () => true,
  repositoryRuns: () => undefined,
  hooks: () => [],
  showsTokens: () => false,
  armed: () => ({ by: undefined }),
};

function lengthOf(words: readonly ShellWord[]): number {
  return words.reduce((sum, { value, pattern }) => sum + Math.max(value.length, pattern.length), 0);
}

function inner(place: Place): Place {
  return { ...place, depth: place.depth + 1 };
}

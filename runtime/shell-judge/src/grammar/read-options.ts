import { type ShellWord, tailOf } from "../read/shell-word.ts";
import type { Effect, OptionSpec, OptionSpecs, ReadWord, Style } from "./grammar.ts";
import { stronger } from "./options.ts";

/** The word by which a call may do more than what is known of its program, and why, where more can be said. */
export class NotUnderstood {
  readonly word: ShellWord | undefined;
  readonly why: string | undefined;

  constructor(word: ShellWord | undefined, why?: string) {
    this.word = word;
    this.why = why;
  }
}

/** Options and operands told apart. */
export interface Separated {
  readonly options: ReadWord[];
  readonly operands: ShellWord[];
  /** How many operands stand before `--`; all of them when there is none. */
  dashes: number | undefined;
  effect: Effect;
  /** Where reading stopped: behind the last word, or at the subcommand of a group. */
  at: number;
}

/** How options are told apart from operands. */
export interface Separating {
  readonly specs: OptionSpecs;
  readonly style: Style;
  /** No option that a wildcard could bring does harm. */
  readonly plain: boolean;
  /** No word is more than text: neither files nor options could come of an expansion. */
  readonly textual: boolean;
  /** Stop at the first operand. */
  readonly group: boolean;
  /** This operand and all behind it are taken as they are. */
  readonly restFrom: number | undefined;
  readonly effect: Effect;
}

/** Tells the words of a call apart by its options. */
export function separate(words: readonly ShellWord[], how: Separating): Separated | NotUnderstood {
  const state: Separated = { options: [], operands: [], dashes: undefined, effect: how.effect, at: 0 };
  for (let word = words[0]; word !== undefined; word = words[state.at]) {
    if (isRest(word, state, how)) {
      state.operands.push(...words.slice(state.at));
      state.at = words.length;
      break;
    }
    const option = isOption(word, state, how);
    if (!option && how.group) break;
    const failed = option ? readOption(word, words, state, how) : readOperand(word, state, how);
    if (failed !== undefined) return failed;
  }
  return state;
}

function isRest(word: ShellWord, state: Separated, how: Separating): boolean {
  if (how.restFrom === undefined || state.operands.length < how.restFrom) return false;
  return how.restFrom > 0 || !isOption(word, state, how);
}

function isOption(word: ShellWord, state: Separated, { style }: Separating): boolean {
  if (state.dashes !== undefined || !word.prefix.startsWith("-") || word.prefix === "-") return false;
  if (word.value === "--" && word.form === "literal") return isSpelledOut(style);
  return !endsAtOperand(style) || state.operands.length === 0;
}

function isSpelledOut(style: Style): boolean {
  return style === "words" || style === "wordsfirst";
}

function endsAtOperand(style: Style): boolean {
  return style === "posix" || style === "wordsfirst";
}

function readOperand(word: ShellWord, state: Separated, how: Separating): NotUnderstood | undefined {
  const open = mayBringWords(word, state, how);
  if (open !== undefined) return open;
  if (word.value === "--" && word.form === "literal" && !isSpelledOut(how.style) && state.dashes === undefined) {
    state.dashes = state.operands.length;
  } else state.operands.push(word);
  state.at++;
  return undefined;
}

/** A word that is only known when it runs may be an option, or several words. */
function mayBringWords(word: ShellWord, state: Separated, how: Separating): NotUnderstood | undefined {
  if (word.form === "literal" || word.form === "stream" || how.textual) return undefined;
  if (word.form === "dynamic" && word.splits) return new NotUnderstood(word, "may become several words; quote it");
  if (how.plain && word.form === "glob" && !word.prefix.startsWith("-")) return undefined;
  const ended = state.dashes !== undefined || (endsAtOperand(how.style) && state.operands.length > 0);
  if (!ended && (word.prefix === "" || word.prefix === "-")) {
    return new NotUnderstood(word, "may turn into an option; put ./ or -- before it");
  }
  return undefined;
}

function readOption(
  word: ShellWord,
  words: readonly ShellWord[],
  state: Separated,
  how: Separating,
): NotUnderstood | undefined {
  if (isSpelledOut(how.style)) return readLong(word, words, state, how);
  if (word.form === "dynamic" && word.splits && !how.textual) {
    return new NotUnderstood(word, "may become several words; quote it");
  }
  if (word.form === "glob" && !keepsItsOption(word, how))
    return new NotUnderstood(word, "may turn into another option");
  if (word.prefix.startsWith("--")) return readLong(word, words, state, how);
  const number = word.form === "literal" && /^-\d+$/.test(word.value) ? how.specs.get("-#") : undefined;
  if (number === undefined) return readBundle(word, words, state, how);
  state.at++;
  return take("-#", number, undefined, state, word);
}

/** `--include=*.ts` stays what it is, whatever files are called so. */
function keepsItsOption({ prefix }: ShellWord, { specs }: Separating): boolean {
  const name = /^--[^=]*(?==)/.exec(prefix)?.[0] ?? "";
  return /^(?:data|only)$/.test(specs.get(name)?.role.name ?? "");
}

function readLong(
  word: ShellWord,
  words: readonly ShellWord[],
  state: Separated,
  how: Separating,
): NotUnderstood | undefined {
  const end = word.prefix.indexOf("=");
  if (word.form !== "literal" && end < 0) return new NotUnderstood(word, "may turn into another option");
  const name = end < 0 ? word.value : word.prefix.slice(0, end);
  const spec = how.specs.get(name);
  if (spec === undefined) return new NotUnderstood(word);
  state.at++;
  if (end >= 0) {
    if (spec.value === "none" || spec.value === "separate") return new NotUnderstood(word);
    return take(name, spec, tailOf(word, end + 1), state);
  }
  const failed = readValue({ name, spec, word }, words, state, how);
  if (failed !== undefined || spec.second === undefined) return failed;
  return readValue({ name, spec: { ...spec, role: spec.second }, word }, words, state, how);
}

function readBundle(
  word: ShellWord,
  words: readonly ShellWord[],
  state: Separated,
  how: Separating,
): NotUnderstood | undefined {
  for (let index = 1; index < word.prefix.length; index++) {
    const name = `-${word.prefix[index]}`;
    const spec = how.specs.get(name);
    if (spec === undefined) return new NotUnderstood(word);
    const more = index + 1 < word.prefix.length || word.form !== "literal";
    if (spec.value === "none" || (spec.value === "attached" && !more)) {
      take(name, spec, undefined, state, word);
      continue;
    }
    if (spec.value === "separate" && more) return new NotUnderstood(word);
    state.at++;
    if (more) return take(name, spec, tailOf(word, index + 1), state);
    return readValue({ name, spec, word }, words, state, how);
  }
  if (word.form !== "literal") return new NotUnderstood(word, "may hold other options");
  state.at++;
  return undefined;
}

interface Found {
  readonly name: string;
  readonly spec: OptionSpec;
  readonly word: ShellWord;
}

/** The value of an option in the next word, or a flag. */
function readValue(
  { name, spec, word }: Found,
  words: readonly ShellWord[],
  state: Separated,
  how: Separating,
): NotUnderstood | undefined {
  if (spec.value === "none" || spec.value === "attached") return take(name, spec, undefined, state, word);
  if (spec.role.name === "command") return readCommand({ name, spec, word }, words, state, how);
  const value = words[state.at++];
  if (value === undefined) return new NotUnderstood(word, "has nothing behind it");
  if (value.splits && !how.textual && bringsOptions(value, how)) {
    return new NotUnderstood(value, "may become several words; quote it");
  }
  return take(name, spec, value, state);
}

/** `*.ts` gives no name that is an option of a program whose options are words. */
function bringsOptions({ form, prefix, pattern }: ShellWord, { style }: Separating): boolean {
  if (form === "dynamic") return true;
  return /^(?:-|$)/.test(prefix) && !(style === "words" && /[*?\]].*\.\w/.test(pattern));
}

/** `-exec command ;`, `fd -x command`: every word of the command is kept under the option. */
function readCommand(
  { name, spec, word }: Found,
  words: readonly ShellWord[],
  state: Separated,
  { style }: Separating,
): NotUnderstood | undefined {
  const ended = words.findIndex(
    (one, index) => index >= state.at && one.form === "literal" && ENDS_COMMAND.test(one.value),
  );
  const end = ended < 0 && !isSpelledOut(style) ? words.length : ended;
  if (end <= state.at) return new NotUnderstood(word, "lacks a command that ends in ; or +");
  for (const one of words.slice(state.at, end)) state.options.push({ word: one, role: spec.role, option: name });
  state.options.push({ word: words[end] ?? word, role: { name: "flag" }, option: name });
  state.effect = stronger(state.effect, spec.effect);
  state.at = end + 1;
  return undefined;
}

const ENDS_COMMAND = /^[;+]$/;

function take(
  name: string,
  spec: OptionSpec,
  value: ShellWord | undefined,
  state: Separated,
  word?: ShellWord,
): undefined {
  const read = value ?? word;
  if (read !== undefined) {
    state.options.push({ word: read, role: value === undefined ? { name: "flag" } : spec.role, option: name });
  }
  state.effect = stronger(state.effect, spec.effect);
  return undefined;
}

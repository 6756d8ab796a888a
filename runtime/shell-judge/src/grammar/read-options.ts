import { type ShellWord, tailOf } from "../read/shell-word.ts";
import type { Effect, Form, OptionSpec, ReadWord, Style } from "./grammar.ts";
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

/** How options are told apart from operands. */
interface Separating extends Pick<Form, "options" | "plain" | "textual" | "restFrom" | "effect"> {
  readonly style: Style;
  /** Stop at the first operand. */
  readonly group: boolean;
}

/** Tells the words of a call apart by its options. */
export function separate(words: readonly ShellWord[], how: Separating): Separated | NotUnderstood {
  const separator = new Separator(words, how);
  return separator.run() ?? separator;
}

/** Options and operands told apart. */
export type Separated = Readonly<Separator>;

class Separator {
  readonly options: ReadWord[] = [];
  readonly operands: ShellWord[] = [];
  /** How many operands stand before `--`; undefined when there is none. */
  dashes: number | undefined;
  effect: Effect;
  /** Where reading stopped: behind the last word, or at the subcommand of a group. */
  at = 0;
  readonly #words: readonly ShellWord[];
  readonly #how: Separating;
  /** Every option is one word as it is spelled. */
  readonly #isSpelledOut: boolean;
  readonly #endsAtOperand: boolean;

  constructor(words: readonly ShellWord[], how: Separating) {
    this.#words = words;
    this.#how = how;
    this.effect = how.effect;
    this.#isSpelledOut = how.style === "words" || how.style === "wordsfirst";
    this.#endsAtOperand = how.style === "posix" || how.style === "wordsfirst";
  }

  run(): NotUnderstood | undefined {
    for (let word = this.#words[0]; word !== undefined; word = this.#words[this.at]) {
      const option = this.#isOption(word);
      if (this.#isRest(option)) {
        this.operands.push(...this.#words.slice(this.at));
        this.at = this.#words.length;
        return undefined;
      }
      if (!option && this.#how.group) return undefined;
      this.at++;
      const failed = option ? this.#option(word) : this.#operand(word);
      if (failed !== undefined) return failed;
    }
    return undefined;
  }

  #isRest(option: boolean): boolean {
    const { restFrom } = this.#how;
    return restFrom !== undefined && this.operands.length >= restFrom && (restFrom > 0 || !option);
  }

  #isOption({ form, prefix, value }: ShellWord): boolean {
    if (this.dashes !== undefined || !prefix.startsWith("-") || prefix === "-") return false;
    if (value === "--" && form === "literal") return this.#isSpelledOut;
    return !this.#endsAtOperand || this.operands.length === 0;
  }

  #operand(word: ShellWord): NotUnderstood | undefined {
    const open = this.#mayBringWords(word);
    if (open !== undefined) return open;
    const ends = word.value === "--" && word.form === "literal" && !this.#isSpelledOut && this.dashes === undefined;
    if (ends) this.dashes = this.operands.length;
    else this.operands.push(word);
    return undefined;
  }

  /** A word that is only known when it runs may be an option, or several words. */
  #mayBringWords(word: ShellWord): NotUnderstood | undefined {
    const { form, prefix, splits } = word;
    if (form === "literal" || form === "stream" || this.#how.textual) return undefined;
    if (form === "dynamic" && splits) return new NotUnderstood(word, "may become several words; quote it");
    if (this.#how.plain && form === "glob" && !prefix.startsWith("-")) return undefined;
    const ended = this.dashes !== undefined || (this.#endsAtOperand && this.operands.length > 0);
    if (ended || (prefix !== "" && prefix !== "-")) return undefined;
    return new NotUnderstood(word, "may turn into an option; put ./ or -- before it");
  }

  #option(word: ShellWord): NotUnderstood | undefined {
    if (this.#isSpelledOut) return this.#long(word);
    if (word.form === "dynamic" && word.splits && !this.#how.textual) {
      return new NotUnderstood(word, "may become several words; quote it");
    }
    if (word.form === "glob" && !this.#keepsItsOption(word))
      return new NotUnderstood(word, "may turn into another option");
    if (word.prefix.startsWith("--")) return this.#long(word);
    const number = word.form === "literal" && /^-\d+$/.test(word.value) ? this.#how.options.get("-#") : undefined;
    return number === undefined ? this.#bundle(word) : this.#flag("-#", number, word);
  }

  /** `--include=*.ts` stays what it is, whatever files are called so. */
  #keepsItsOption({ prefix }: ShellWord): boolean {
    const name = /^--[^=]*(?==)/.exec(prefix)?.[0] ?? "";
    return /^(?:data|only)$/.test(this.#how.options.get(name)?.role.name ?? "");
  }

  #long(word: ShellWord): NotUnderstood | undefined {
    const end = word.prefix.indexOf("=");
    if (word.form !== "literal" && end < 0) return new NotUnderstood(word, "may turn into another option");
    const name = end < 0 ? word.value : word.prefix.slice(0, end);
    const spec = this.#how.options.get(name);
    if (spec === undefined) return new NotUnderstood(word);
    if (end >= 0) {
      if (spec.value === "none" || spec.value === "separate") return new NotUnderstood(word);
      return this.#take(name, spec, tailOf(word, end + 1));
    }
    const failed = this.#value(name, spec, word);
    if (failed !== undefined || spec.second === undefined) return failed;
    return this.#value(name, { ...spec, role: spec.second }, word);
  }

  #bundle(word: ShellWord): NotUnderstood | undefined {
    for (let index = 1; index < word.prefix.length; index++) {
      const name = `-${word.prefix[index]}`;
      const spec = this.#how.options.get(name);
      if (spec === undefined) return new NotUnderstood(word);
      const more = index + 1 < word.prefix.length || word.form !== "literal";
      if (spec.value === "none" || (spec.value === "attached" && !more)) {
        this.#flag(name, spec, word);
        continue;
      }
      if (!more) return this.#value(name, spec, word);
      if (spec.value === "separate") return new NotUnderstood(word);
      return this.#take(name, spec, tailOf(word, index + 1));
    }
    return word.form === "literal" ? undefined : new NotUnderstood(word, "may hold other options");
  }

  /** The value of an option in the next word, or a flag. */
  #value(name: string, spec: OptionSpec, word: ShellWord): NotUnderstood | undefined {
    if (spec.value === "none" || spec.value === "attached") return this.#flag(name, spec, word);
    if (spec.role.name === "command") return this.#command(name, spec, word);
    const value = this.#words[this.at++];
    if (value === undefined) return new NotUnderstood(word, "has nothing behind it");
    if (value.splits && !this.#how.textual && this.#bringsOptions(value)) {
      return new NotUnderstood(value, "may become several words; quote it");
    }
    return this.#take(name, spec, value);
  }

  /** `*.ts` gives no name that is an option of a program whose options are words. */
  #bringsOptions({ form, prefix, pattern }: ShellWord): boolean {
    if (form === "dynamic") return true;
    return /^(?:-|$)/.test(prefix) && !(this.#how.style === "words" && /[*?\]].*\.\w/.test(pattern));
  }

  /** `-exec command ;`, `fd -x command`: every word of the command is kept under the option. */
  #command(name: string, spec: OptionSpec, word: ShellWord): NotUnderstood | undefined {
    const isEnd = (one: ShellWord, index: number) =>
      index >= this.at && one.form === "literal" && /^[;+]$/.test(one.value);
    const ended = this.#words.findIndex(isEnd);
    const end = ended < 0 && !this.#isSpelledOut ? this.#words.length : ended;
    if (end <= this.at) return new NotUnderstood(word, "lacks a command that ends in ; or +");
    for (const one of this.#words.slice(this.at, end)) this.#take(name, spec, one);
    this.at = end + 1;
    return this.#flag(name, spec, this.#words[end] ?? word);
  }

  #flag(name: string, spec: OptionSpec, word: ShellWord): undefined {
    return this.#take(name, { ...spec, role: { name: "flag" } }, word);
  }

  #take(name: string, { role, effect }: OptionSpec, word: ShellWord): undefined {
    this.options.push({ word, role, option: name });
    this.effect = stronger(this.effect, effect);
    return undefined;
  }
}

import { type ShellWord, tailOf } from "../read/shell-word.ts";

/** An option with its value, if it has one. */
export interface ReadOption {
  readonly name: string;
  readonly role: OptionRole;
  readonly value: ShellWord | undefined;
}

/** The arguments of a command, sorted. */
export interface ReadArguments {
  readonly options: readonly ReadOption[];
  readonly operands: readonly ShellWord[];
  /** Options that the grammar does not have. */
  readonly unknown: readonly string[];
  /** Words that may turn into an option when they are expanded. */
  readonly open: readonly ShellWord[];
}

/** Sorts arguments as getopt does: bundles, glued and separate values, abbreviations, `--`. */
export function readArguments(args: readonly ShellWord[], grammar: OptionGrammar): ReadArguments {
  const reader = new ArgumentReader(args, grammar);
  reader.run();
  return reader;
}

class ArgumentReader implements ReadArguments {
  readonly options: ReadOption[] = [];
  readonly operands: ShellWord[] = [];
  readonly unknown: string[] = [];
  readonly open: ShellWord[] = [];
  readonly #args: readonly ShellWord[];
  readonly #grammar: OptionGrammar;
  #at = 0;
  #ended = false;

  constructor(args: readonly ShellWord[], grammar: OptionGrammar) {
    this.#args = args;
    this.#grammar = grammar;
  }

  run(): void {
    for (let word = this.#next(); word !== undefined; word = this.#next()) {
      if (this.#ended) this.operands.push(word);
      else if (word.form === "literal" && word.value === "--") this.#ended = true;
      else if (mayBecomeOption(word)) {
        this.open.push(word);
        this.operands.push(word);
      } else if (!word.value.startsWith("-") || word.value === "-") {
        this.operands.push(word);
        this.#ended = this.#grammar.ordered;
      } else if (word.value.startsWith("--")) this.#long(word);
      else this.#bundle(word);
    }
  }

  #next(): ShellWord | undefined {
    return this.#args[this.#at++];
  }

  /** The word behind an option, as its value. It may bring more words with it. */
  #nextValue(): ShellWord | undefined {
    const word = this.#next();
    if (word !== undefined && bringsOptions(word)) this.open.push(word);
    return word;
  }

  #long(word: ShellWord): void {
    const end = word.value.indexOf("=");
    const found = longOption(end < 0 ? word.value : word.value.slice(0, end), this.#grammar);
    if (found === undefined) {
      this.unknown.push(word.value);
      // Whatever it means, its value may name a file.
      if (end >= 0) this.options.push({ name: word.value.slice(0, end), role: "read", value: tailOf(word, end + 1) });
      return;
    }
    const [name, role] = found;
    const glued = end < 0 ? undefined : tailOf(word, end + 1);
    const separate = glued === undefined && takesValue(role) ? this.#nextValue() : undefined;
    this.options.push({ name, role, value: glued ?? separate });
  }

  #bundle(word: ShellWord): void {
    if (this.#grammar.numbers && /^-\d+$/.test(word.value)) return;
    for (let index = 1; index < word.value.length; index++) {
      const name = `-${word.value[index]}`;
      const role = this.#grammar.options.get(name);
      if (role === undefined) this.unknown.push(index === 1 ? word.value : name);
      else this.options.push({ name, role, value: this.#letterValue(word, index, role) });
      if (role !== "flag") return;
    }
    if (word.form === "dynamic") this.open.push(word);
  }

  /** What follows a letter in its bundle, or else the next word. */
  #letterValue(word: ShellWord, index: number, role: OptionRole): ShellWord | undefined {
    if (role === "flag") return undefined;
    const glued = word.value.length > index + 1 || word.form === "dynamic" ? tailOf(word, index + 1) : undefined;
    return glued ?? (takesValue(role) ? this.#nextValue() : undefined);
  }
}

function takesValue(role: OptionRole): boolean {
  return role === "text" || role === "read" || role === "edit";
}

/** A word whose first character is not known, an option whose name is not, or one that may become several. */
function mayBecomeOption(word: ShellWord): boolean {
  if (word.form === "literal" || word.form === "stream") return false;
  const open = /^-?$/.test(word.prefix) || (word.prefix.startsWith("--") && !word.prefix.includes("="));
  return open || bringsOptions(word);
}

/** May further words come out of it that look like options? Wildcards give only names that begin as they do. */
function bringsOptions(word: ShellWord): boolean {
  return word.splits && (word.form === "dynamic" || /^(?:-|$)/.test(word.prefix));
}

/**
 * What follows an option: nothing, a value that may be glued to it, a text, a path, or something no wildcard approves.
 */
type OptionRole = "flag" | "optional" | "text" | "read" | "edit" | "guard";

/** The options of one command. */
export interface OptionGrammar {
  readonly options: ReadonlyMap<string, OptionRole>;
  /** `-5` is an option. */
  readonly numbers: boolean;
  /** The first operand ends the options. */
  readonly ordered: boolean;
}

/**
 * Reads `v n:text f:read color? exec! # +`: letters and long names, `:role` for a value, `?` for a glued value,
 * `!` for a guard, `#` for numeric options, `+` for options that end at the first operand.
 */
export function optionGrammar(text: string): OptionGrammar {
  const options = new Map<string, OptionRole>();
  const words = text.split(" ").filter((word) => word !== "");
  for (const word of words) {
    const [, name = "", mark = ""] = /^([\w.-]+)(.*)$/.exec(word) ?? [];
    if (name !== "") options.set(name.length === 1 ? `-${name}` : `--${name}`, roleOf(mark));
  }
  return { options, numbers: words.includes("#"), ordered: words.includes("+") };
}

function roleOf(mark: string): OptionRole {
  if (mark === "!") return "guard";
  if (mark === "?") return "optional";
  const role = mark.slice(1);
  return role === "text" || role === "read" || role === "edit" ? role : "flag";
}

/** The option a long name means: itself, or the one it abbreviates. A guard wins over every other meaning. */
function longOption(name: string, grammar: OptionGrammar): readonly [string, OptionRole] | undefined {
  const exact = grammar.options.get(name);
  if (exact !== undefined) return [name, exact];
  const meant = [...grammar.options].filter(([known]) => known.startsWith("--") && known.startsWith(name));
  return meant.find(([, role]) => role === "guard") ?? (meant.length === 1 ? meant[0] : undefined);
}

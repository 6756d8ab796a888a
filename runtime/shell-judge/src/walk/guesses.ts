import { literalWord, type ShellWord } from "../read/shell-word.ts";
import type { Exits, Place, Printed } from "./place.ts";

/** How many texts and calls are followed in one line. */
const MAX_FOLLOWED = 300;

/** The longest text that is put together, in UTF-16 units. */
const MAX_TEXT = 10_000;

/**
 * What is taken for likely while a line is read for the worst that it could mean: aliases work, links lead where the
 * line makes them lead, substitutions give what they seem to print. Such a reading can only find what is never run; it
 * allows nothing.
 */
export class Guesses {
  readonly aliases = new Map<string, string>();
  /** Absolute paths of links that the line makes, and where they lead. */
  readonly links = new Map<string, string>();
  /** What files hold that the line writes, by their absolute paths. */
  readonly files = new Map<string, string>();
  readonly #printed = new WeakMap<object, Printed>();
  #left = MAX_FOLLOWED;

  /** True as long as more may be followed. */
  follow(): boolean {
    return this.#left-- > 0;
  }

  /** A substitution prints this. */
  remember(part: object, printed: Printed): void {
    this.#printed.set(part, printed);
  }

  printedBy(part: object): Printed | undefined {
    return this.#printed.get(part);
  }
}

/** What several commands print one after the other, as a guess. Without guessing nothing is known. */
export function allPrinted(all: readonly Exits[], { guesses }: Place): Pick<Exits, "prints"> {
  const printed = guesses === undefined ? [] : all.flatMap(({ prints }) => prints ?? []);
  if (printed.length === 0) return {};
  const text = printed.map((one) => one.text).join("\n");
  if (text.length > MAX_TEXT) return {};
  return {
    prints: guessedText(
      text,
      printed.some(({ deep }) => deep === true),
    ),
  };
}

/** A text that is likely to be printed. */
export function guessedText(text: string, deep = false): Printed {
  return deep ? { text, exact: false, deep } : { text, exact: false };
}

/** A word as a text that may hold wildcards gives it. */
export function patternWord(text: string, deep = false): ShellWord {
  const below = deep ? { below: true as const, all: true as const } : {};
  const open = /(?<!\\)[*?[]/.exec(text)?.index;
  if (open === undefined) return { ...literalWord(text.replace(/\\([*?[\]\\])/g, "$1")), ...below };
  return {
    text,
    form: "glob",
    value: text,
    prefix: text.slice(0, open),
    pattern: text,
    tilde: false,
    splits: true,
    ...below,
  };
}

/** A word as a program prints it: wildcards stay what they stand for. */
export function printedWord(word: ShellWord): string {
  return word.form === "glob" ? word.pattern : word.value;
}

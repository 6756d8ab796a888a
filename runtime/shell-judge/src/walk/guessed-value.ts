import type { ParameterExpansionPart, WordPart } from "unbash";
import type { Lookup } from "../read/read-word.ts";
import { CUT, literalWord, type ShellWord } from "../read/shell-word.ts";
import { withOperation } from "./guessed-operation.ts";
import { type Guesses, patternWord, printedWord } from "./guesses.ts";
import type { Place } from "./place.ts";

/** What is known of expansions to the letter. */
interface Known {
  readonly known: (part: WordPart) => ShellWord | undefined;
  readonly oneValue: (name: string) => ShellWord | undefined;
}

/** What an expansion is likely to stand for; a variable that nobody sets stands for nothing. */
export function guessedValue(place: Place, guesses: Guesses, { known, oneValue }: Known): Lookup {
  const named = (name: string): ShellWord | undefined => {
    const first = place.variables.list(name)?.[0];
    const usual = name === "IFS" ? literalWord(BLANKS) : undefined;
    return oneValue(name) ?? first ?? usual ?? (place.variables.isUnset(name) ? NOTHING : undefined);
  };
  return (part, quoted) => {
    const value = known(part) ?? expanded(part, { place, guesses, named });
    if (value === undefined) return undefined;
    return { ...(quoted ? value : cut(value, place)), guessed: true };
  };
}

interface Around {
  readonly place: Place;
  readonly guesses: Guesses;
  readonly named: (name: string) => ShellWord | undefined;
}

const BLANKS = " \t\n";

const NOTHING: ShellWord = { ...literalWord(""), emptied: true };

function expanded(part: WordPart, around: Around): ShellWord | undefined {
  switch (part.type) {
    case "SimpleExpansion":
      return listed(part.text.slice(1), around) ?? around.named(part.text.slice(1));
    case "ParameterExpansion":
      return parameter(part, around);
    case "CommandExpansion": {
      const printed = around.guesses.printedBy(part);
      return printed === undefined ? undefined : patternWord(printed.text.replace(/\n+$/, ""), printed.deep);
    }
    case "ProcessSubstitution": {
      const printed = around.guesses.printedBy(part);
      return printed === undefined ? undefined : { ...literalWord(""), form: "stream", holds: printed.text };
    }
    default:
      return undefined;
  }
}

/** `$@` and `$*` as one text, cut again where it stands without quotes. */
function listed(name: string, { place }: Around): ShellWord | undefined {
  const words = /^[@*]$/.test(name) ? place.variables.list("@") : undefined;
  return words === undefined ? undefined : patternWord(words.map(printedWord).join(" "));
}

function parameter(part: ParameterExpansionPart, around: Around): ShellWord | undefined {
  const { parameter: name, prefix, index, operation } = part;
  if (prefix === "#") return undefined;
  const value = index === undefined ? (listed(name, around) ?? around.named(name)) : element(name, index.text, around);
  if (prefix === "!") return value?.form === "literal" ? around.named(value.value) : undefined;
  return operation === undefined ? value : withOperation(value, operation);
}

function element(name: string, index: string, { place }: Around): ShellWord | undefined {
  const words = place.variables.list(name);
  if (words === undefined) return undefined;
  return /^[@*]$/.test(index) ? patternWord(words.map(printedWord).join(" ")) : words.at(Number(index));
}

/** Without quotes bash cuts a value at the letters of `IFS`. */
function cut(word: ShellWord, { variables }: Place): ShellWord {
  const between = variables.get("IFS")?.[0]?.value ?? BLANKS;
  const letters = new Set(between);
  if (![...word.value].some((letter) => letters.has(letter))) return word;
  const marked = (text: string) => [...text].map((letter) => (letters.has(letter) ? CUT : letter)).join("");
  return { ...word, value: marked(word.value), prefix: marked(word.prefix), pattern: marked(word.pattern) };
}

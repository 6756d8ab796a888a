import { foundWords } from "../grammar/found-names.ts";
import { readTable } from "../grammar/notation.ts";
import { isRead, readGrammar } from "../grammar/read-grammar.ts";
import { literalWord, type ShellWord, unknownWord } from "../read/shell-word.ts";
import type { Place } from "../walk/place.ts";

const XARGS = readTable(`
xargs | GNU findutils 4.9 | posix
  reads command
    -0,--null -d,--delimiter=data -E=data -I=data -i?=data --replace?=data -L,--max-lines=number -l?=number
    -n,--max-args=number -P,--max-procs=number -r,--no-run-if-empty -s,--max-chars=number -t,--verbose -x,--exit
`);

/** The command that `xargs` runs, with the words it adds. */
export interface XargsCommand {
  readonly words: readonly ShellWord[];
  /** Every word is known, or is the name of a file that was found. */
  readonly known: boolean;
}

/** Undefined: an option is not known, or no command stands there. */
export function readXargs(args: readonly ShellWord[], place: Place): XargsCommand | undefined {
  const reading = readGrammar([literalWord("xargs"), ...args], XARGS);
  if (!isRead(reading)) return undefined;
  const has = (pattern: RegExp) => reading.options.some(({ option }) => pattern.test(option ?? ""));
  // Another delimiter cuts names at any letter.
  const added = has(/^(?:-d|--delimiter)$/) ? undefined : addedWords(place, has(/^(?:-0|--null)$/));
  const known = added !== undefined && place.input?.exact !== false;
  const slot = reading.options.find(({ option }) => /^(?:-I|-i|--replace)$/.test(option ?? ""));
  const words = reading.operands.map(({ word }) => word);
  if (slot === undefined) return { words: [...words, ...(added ?? [])], known };
  const mark = slot.role.name === "flag" ? "{}" : slot.word.value;
  const placed = words.flatMap((word) => {
    if (!word.value.includes(mark)) return [word];
    return word.value === mark && added !== undefined ? added : [unknownWord(word)];
  });
  return { words: placed, known };
}

function addedWords({ input, names }: Place, separated: boolean): readonly ShellWord[] | undefined {
  if (names !== undefined) return foundWords(names).map((word) => (separated ? word : { ...word, resplit: true }));
  if (input === undefined) return undefined;
  return input.text
    .split(/[\s\0]+/)
    .filter((word) => word !== "")
    .map(literalWord);
}

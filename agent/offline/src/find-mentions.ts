import type { Json } from "@toolwright/core";
import type { Parameter } from "./parameter.ts";
import { nameStems, stemOf, type Word, wordsOf } from "./words.ts";

/** A choice or a flag that the request names, and where. */
export interface Mention {
  readonly json: Json;
  readonly start: number;
  readonly end: number;
}

const AUXILIARY = new Set(
  "is include including enable use allow with should show set make do are only".split(" ").map(stemOf),
);
const NEGATION =
  /\b(?:without|no|not|don['’]?t|do not|never|exclud\w*|disabl\w*|non|skip\w*|except)(?:\s+\w+)?\s*[-\s]?$/i;
const STATES = new Set(["on", "enable", "enabled", "state", "power", "active", "turned", "is_on"].flatMap(nameStems));

/** Which of a parameter's choices the request names, in the order it names them. */
export function findChoices(parameter: Parameter, request: string, toolStems: ReadonlySet<string>): Mention[] {
  const words = wordsOf(request);
  const found = (parameter.choices ?? []).flatMap((choice) => {
    const wanted = nameStems(String(choice));
    const at = wanted.length === 0 ? -1 : words.findIndex((_, index) => startsAt(words, index, wanted));
    const first = words[at];
    const last = words[at + wanted.length - 1];
    if (first === undefined || last === undefined) return [];
    return isVague({ parameter, word: first, before: words[at - 1], toolStems })
      ? []
      : [{ json: choice, start: first.start, end: last.end }];
  });
  return found.sort((left, right) => left.start - right.start);
}

const EVERYDAY = new Set(
  "file files content contents count all none any text line lines a to on in by name".split(" ").map(stemOf),
);

interface Spoken {
  readonly parameter: Parameter;
  readonly word: Word;
  readonly before: Word | undefined;
  readonly toolStems: ReadonlySet<string>;
}

/** An optional choice that is also an everyday word ("files") counts only when the parameter is named. */
function isVague({ parameter, word, before, toolStems }: Spoken): boolean {
  const labelled = before !== undefined && parameter.names.includes(before.stem);
  return !parameter.required && !labelled && (EVERYDAY.has(word.stem) || toolStems.has(word.stem));
}

function startsAt(words: readonly Word[], index: number, wanted: readonly string[]): boolean {
  return wanted.every((stem, offset) => words[index + offset]?.stem === stem);
}

/** Whether the request switches a flag on or off; undefined when it does not speak of it. */
export function findFlag(parameter: Parameter, request: string, toolStems: ReadonlySet<string>): Mention | undefined {
  const words = wordsOf(request.replace(/\bcase[- ]?insensitive(?:ly)?/i, "ignore case"));
  const state = parameter.names.some((name) => STATES.has(name)) ? onOrOff(words) : undefined;
  if (state !== undefined) return state;
  const wanted = parameter.names.filter((name) => !AUXILIARY.has(name));
  if (wanted.length === 0 || wanted.every((name) => toolStems.has(name))) return undefined;
  const places = wanted.map((name) => words.find((word) => word.stem === name));
  const own = places.find((word) => word !== undefined && !toolStems.has(word.stem));
  if (own === undefined || places.includes(undefined)) return undefined;
  return { json: !NEGATION.test(request.slice(0, own.start)), start: own.start, end: own.end };
}

function onOrOff(words: readonly Word[]): Mention | undefined {
  const word = words.find((each) => /^(?:on|off|enable|disable)$/i.test(each.text));
  return word && { json: /^(?:on|enable)$/i.test(word.text), start: word.start, end: word.end };
}

import type { Value, ValueKind } from "./find-values.ts";
import type { Parameter } from "./parameter.ts";
import type { PlacedValue } from "./surroundings.ts";
import { FILLER, USUAL_FOLDERS, zoneOfPlace } from "./vocabulary.ts";
import { wordsOf } from "./words.ts";

/** What a value is judged against besides the parameter. */
export interface FitContext {
  /** The request with all values blanked out. */
  readonly rest: string;
  readonly toolStems: ReadonlySet<string>;
  /** What the tool says it does: in a direct object such words name the task, not a value. */
  readonly summaryStems: ReadonlySet<string>;
  readonly takesPath: boolean;
  /** Whether the tool is about files or about directories, where it says. */
  readonly about: "file" | "directory" | undefined;
}

/** Kinds whose extent is a matter of judgement. */
export const LOOSE: ReadonlySet<ValueKind> = new Set(["phrase", "tail", "object", "piece", "acronym", "number"]);

const WORDS: ReadonlySet<ValueKind> = new Set(["phrase", "tail", "object", "piece"]);

/** The text a value gives to a string parameter; undefined when it cannot be one. */
export function argumentText(parameter: Parameter, value: PlacedValue, context: FitContext): string | undefined {
  const { around } = value;
  const loose = LOOSE.has(value.kind);
  const text = WORDS.has(value.kind) ? trimmed(parameter, value, context) : value.text;
  if (text === undefined || (text === "" && (parameter.role !== "text" || value.kind !== "quoted"))) return undefined;
  switch (parameter.role) {
    case "timezone":
      return value.kind === "zone" ? text : zoneOfPlace(text);
    case "url":
      return value.kind === "path" ? addressOf(text) : text;
    case "path":
      if (value.kind === "quoted" && !parameter.required && !/[./ ]/.test(text) && around.lead === undefined)
        return undefined;
      return loose ? bareName(text, value, context) : text;
    default:
      return text;
  }
}

function addressOf(text: string): string | undefined {
  return /^[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|ai|edu|gov|info|app|co|uk|de|fr)(?:\/\S*)?$/.test(text)
    ? `https://${text}`
    : undefined;
}

const INTO_PLACES = new Set(["in", "inside", "under", "within", "of", "from"]);

const NOT_NAMES =
  /^(?:it|them|here|there|this|that|all|any|each|every|some|same|current|whole|entire|root|workspace|project|repo|repository|folder|directory|dir|files?)$/i;

/** A single word counts as a path when the request says so: "in packages", "the src folder". */
function bareName(text: string, value: Value, { rest }: FitContext): string | undefined {
  if (!/^[\w@.-]+$/.test(text) || /^\d+$/.test(text)) return undefined;
  const around = `${value.text}${rest.slice(value.end, value.end + 12)}`;
  const says = /\b(?:folder|directory|dir|file)\b/i.test(around) && !NOT_NAMES.test(text);
  const shell = value.kind === "object" && /\b(?:ls|cat|tree|cd)\s/.test(rest.slice(0, value.start));
  const place = INTO_PLACES.has(value.lead ?? "") && !NOT_NAMES.test(text);
  return says || shell || place || USUAL_FOLDERS.has(text) ? text : undefined;
}

const EDGES = new Set("the a an my our your this that some please now me us it them current for to".split(" "));
const PATH_EDGES = new Set(["folder", "directory", "dir", "file", "files"]);

const GREETING = /^(?:hello|hi|hey|thanks|thank)$/i;
const SORT_OF_PATTERN = new Set(["word", "term", "string", "phrase", "text"]);

/** A phrase without articles and without the words that only say which tool or parameter is meant. */
function trimmed(parameter: Parameter, value: Value, context: FitContext): string | undefined {
  if (value.kind === "tail" && parameter.role === "pattern" && context.takesPath) return undefined;
  const isTail = value.kind === "tail" || (parameter.role === "pattern" && value.kind !== "object");
  const drops = ({ text, stem }: { text: string; stem: string }) =>
    EDGES.has(text.toLowerCase()) ||
    (value.kind === "object" && context.summaryStems.has(stem)) ||
    (parameter.role === "pattern" && SORT_OF_PATTERN.has(text.toLowerCase())) ||
    (parameter.role === "path" && PATH_EDGES.has(text.toLowerCase())) ||
    (!isTail && text !== "room" && (parameter.names.includes(stem) || context.toolStems.has(stem)));
  const words = wordsOf(value.text);
  if (parameter.role === "place" && / and |, /.test(value.text) && !/^[^,]*, [A-Z][\p{L} ]*$/u.test(value.text))
    return undefined;
  if (words.every((word) => FILLER.has(word.text.toLowerCase()) && !GREETING.test(word.text))) return undefined;
  const first = words.find((word) => !drops(word));
  const last = words.findLast((word) => !drops(word));
  return first === undefined || last === undefined ? undefined : value.text.slice(first.start, last.end);
}

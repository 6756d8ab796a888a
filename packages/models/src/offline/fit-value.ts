import type { Json } from "@toolwright/core";
import type { Value, ValueKind } from "./find-values.ts";
import { fitNumber } from "./fit-number.ts";
import type { Parameter } from "./parameter.ts";
import { zoneOfPlace } from "./places.ts";
import type { Role } from "./role.ts";
import type { PlacedValue, Surroundings } from "./surroundings.ts";
import { isFilePath } from "./value-forms.ts";
import { FILLER, LEADS, USUAL_FOLDERS } from "./vocabulary.ts";
import { stemOf, wordsOf } from "./words.ts";

/** How well a value suits a parameter (1 is the least that counts), and the argument it makes. */
export interface Fit {
  readonly weight: number;
  readonly json: Json;
}

/** What a value is judged against besides the parameter. */
export interface FitContext {
  /** The request with all values blanked out. */
  readonly rest: string;
  readonly toolStems: ReadonlySet<string>;
  /** What the tool says it does: in a direct object such words name the task, not a value. */
  readonly summaryStems: ReadonlySet<string>;
  /** Whether the tool is about files or about directories, where it says. */
  readonly takesPath: boolean;
  readonly about: "file" | "directory" | undefined;
}

type Base = Partial<Record<ValueKind, number>>;

const BASE: Readonly<Record<Role, Base>> = {
  path: { path: 4, quoted: 2.5, code: 2, glob: 1, phrase: 0, piece: 1, object: 1 },
  url: { url: 5, path: 3, quoted: 1 },
  email: { email: 5 },
  command: { code: 5, command: 5, expression: 4.5, quoted: 3 },
  pattern: { quoted: 4, code: 4, glob: 3, expression: 1, tail: 1.5, phrase: 1, object: 0, acronym: 2 },
  glob: { glob: 5, quoted: 3, code: 3, path: 2 },
  timezone: { zone: 5, phrase: 4, piece: 4, quoted: 3 },
  date: { date: 5, datetime: 2 },
  time: { time: 5, datetime: 2 },
  when: { datetime: 6, date: 4.5, time: 4 },
  currency: { acronym: 4 },
  color: { color: 5, phrase: 0, object: 0, quoted: 2 },
  place: { quoted: 2, phrase: 0.5, piece: 0.4, object: 0, acronym: 0 },
  text: {
    quoted: 3,
    code: 2,
    phrase: 0,
    tail: 0,
    object: 0,
    piece: -1,
    acronym: 0.5,
    number: -3,
    path: 0,
    color: 0,
    email: -1,
    url: -1,
    expression: 0,
  },
};

const LABELLED = 3;
const LED = 2;
const REQUIRED = 1;
const LOOSE: ReadonlySet<ValueKind> = new Set(["phrase", "tail", "object", "piece", "acronym", "number"]);

const PLACE_LEADS = new Set(["in", "inside", "under", "within", "from"]);

const WORDS: ReadonlySet<ValueKind> = new Set(["phrase", "tail", "object", "piece"]);

/** Judges one value for one parameter; undefined when it does not suit. */
export function fitValue(parameter: Parameter, value: PlacedValue, context: FitContext): Fit | undefined {
  const { around } = value;
  if (parameter.type === "number" || parameter.type === "integer")
    return fitNumber(parameter, value, { ...around, toolStems: context.toolStems });
  const base = BASE[parameter.role][value.kind];
  if (parameter.type !== "string" || parameter.choices !== undefined || base === undefined) return undefined;
  const json = textFor(parameter, value, context, around);
  if (json === undefined) return undefined;
  if (parameter.role === "pattern" && PLACE_LEADS.has(around.lead ?? "") && LOOSE.has(value.kind)) return undefined;
  const told = toldBy(parameter, around);
  if (!parameter.required && told <= 0 && isUnmarked(parameter.role, value.kind)) return undefined;
  const weight =
    base +
    told +
    quotedBonus(parameter, value, json) +
    (parameter.required ? REQUIRED : 0) +
    flavour(parameter, json, context);
  return weight >= 1 ? { weight, json } : undefined;
}

const SURE: ReadonlySet<ValueKind> = new Set(["glob"]);

/** Names of parameters that a quoted text most often is. */
const SPOKEN = new Set(["message", "text", "content", "body", "title"].map(stemOf));

function quotedBonus(parameter: Parameter, value: Value, json: string): number {
  if (value.kind !== "quoted") return 0;
  if (parameter.role === "path") return isFilePath(json) || json.includes("/") ? 2 : 0;
  return parameter.names.some((name) => SPOKEN.has(name)) ? 0.5 : 0;
}

/** Free text goes to an optional parameter only when the request names it. */
function isUnmarked(role: Role, kind: ValueKind): boolean {
  return (
    role === "text" ||
    ((role === "glob" || role === "pattern") && !SURE.has(kind)) ||
    (role !== "timezone" && role !== "path" && LOOSE.has(kind) && !(role === "place" && kind === "phrase"))
  );
}

const FROM_SIDE = ["from", "source", "base", "old", "origin"].map(stemOf);
const TO_SIDE = ["to", "target", "destination", "new"].map(stemOf);

/** What the words around a value say about which parameter it is for. */
function toldBy(parameter: Parameter, { label, lead }: Surroundings): number {
  const named = label !== undefined && parameter.names.some((name) => name === label) ? LABELLED : 0;
  if (lead === undefined) return named;
  const direction = parameter.role === "currency" && lead === "in" ? "to" : lead;
  const has = (names: readonly string[]) => parameter.names.some((name) => names.includes(name));
  if (direction === "to" || direction === "into" || direction === "with") if (has(FROM_SIDE)) return named - LED;
  if (direction === "from" && has(TO_SIDE)) return named - LED;
  if (has(leadStems(direction))) return named + LED;
  return named + (leadStems(direction).some((name) => name !== "new" && parameter.hints.has(name)) ? LED / 2 : 0);
}

const LEAD_STEMS = new Map(Object.entries(LEADS).map(([lead, names]) => [lead, [lead, ...names].map(stemOf)]));

function leadStems(lead: string): readonly string[] {
  return LEAD_STEMS.get(lead) ?? [];
}

function textFor(parameter: Parameter, value: Value, context: FitContext, around: Surroundings): string | undefined {
  const loose = LOOSE.has(value.kind);
  const text = WORDS.has(value.kind) ? trimmed(parameter, value, context) : value.text;
  if (text === undefined || text === "") return undefined;
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

/** A file suits a tool about files, a directory one about directories. */
function flavour(parameter: Parameter, path: string, { about }: FitContext): number {
  if (parameter.role !== "path" || about === undefined) return 0;
  return isFilePath(path) === (about === "file") ? 0.5 : -2.5;
}

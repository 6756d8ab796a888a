import type { Json } from "@toolwright/core";
import { argumentText, type FitContext, LOOSE } from "./argument-text.ts";
import type { Value, ValueKind } from "./find-values.ts";
import type { Parameter } from "./parameter.ts";
import type { Role } from "./role.ts";
import type { PlacedValue, Surroundings } from "./surroundings.ts";
import { COUNT_UNIT, isFilePath } from "./value-forms.ts";
import { COUNT_NAMES, COUNT_WORDS, LEADS, SECONDS } from "./vocabulary.ts";
import { relatedness, stemOf } from "./words.ts";

/** How well a value suits a parameter (1 is the least that counts), and the argument it makes. */
interface Fit {
  readonly weight: number;
  readonly json: Json;
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
  digest: {},
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
    email: -1,
    url: -1,
    expression: 0,
  },
};

const LABELLED = 3;
const LED = 2;
const REQUIRED = 1;

const PLACE_LEADS = new Set(["in", "inside", "under", "within", "from"]);

/** Judges one value for one parameter; undefined when it does not suit. */
export function fitValue(parameter: Parameter, value: PlacedValue, context: FitContext): Fit | undefined {
  const { around } = value;
  if (parameter.type === "number" || parameter.type === "integer")
    return fitNumber(parameter, value, { ...around, toolStems: context.toolStems });
  const base = BASE[parameter.role][value.kind];
  if (parameter.type !== "string" || parameter.choices !== undefined || base === undefined) return undefined;
  const json = argumentText(parameter, value, context);
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
  const has = (names: readonly string[]) => parameter.names.some((name) => names.includes(name));
  if (lead === "to" || lead === "into" || lead === "with") if (has(FROM_SIDE)) return named - LED;
  if (lead === "from" && has(TO_SIDE)) return named - LED;
  if (has(leadStems(lead))) return named + LED;
  return named + (leadStems(lead).some((name) => name !== "new" && parameter.hints.has(name)) ? LED / 2 : 0);
}

const LEAD_STEMS = new Map(Object.entries(LEADS).map(([lead, names]) => [lead, [lead, ...names].map(stemOf)]));

function leadStems(lead: string): readonly string[] {
  return LEAD_STEMS.get(lead) ?? [];
}

/** A file suits a tool about files, a directory one about directories. */
function flavour(parameter: Parameter, path: string, { about }: FitContext): number {
  if (parameter.role !== "path" || about === undefined) return 0;
  return isFilePath(path) === (about === "file") ? 0.5 : -2.5;
}

const COUNT_STEMS = new Set([...COUNT_NAMES].map(stemOf));
const START_STEMS = new Set(["offset", "start", "from", "line", "begin"].map(stemOf));

/** The words around a number, and those of the tool. */
interface Spoken extends Surroundings {
  readonly toolStems: ReadonlySet<string>;
}

/** Judges a number for a numeric parameter, turning minutes into seconds where the parameter says seconds. */
function fitNumber(parameter: Parameter, value: Value, around: Spoken): Fit | undefined {
  if (value.kind !== "number" || value.number === undefined) return undefined;
  const seconds = SECONDS[(value.unit ?? around.after[0] ?? "").toLowerCase()] ?? secondsByStem(around.after[0]);
  const wanted = wantedUnit(parameter);
  if ((seconds === undefined) !== (wanted === undefined) && !isLabelled(parameter, around)) return undefined;
  const json =
    seconds === undefined || wanted === undefined ? value.number : rounded((value.number * seconds) / wanted);
  if (parameter.type === "integer" && !Number.isInteger(json)) return undefined;
  const weight = weightOf(parameter, value, around) + (seconds !== undefined && wanted !== undefined ? 4 : 0);
  return weight >= 1 ? { weight, json } : undefined;
}

function weightOf(parameter: Parameter, value: Value, around: Spoken): number {
  const told: readonly (readonly [weight: number, applies: boolean])[] = [
    [2, parameter.required],
    [4, isLabelled(parameter, around)],
    [3, isNamed(parameter, COUNT_STEMS) && around.before.slice(0, 3).some((word) => COUNT_WORDS.has(word))],
    [3, isNamed(parameter, COUNT_STEMS) && around.after.some((stem) => around.toolStems.has(stem))],
    [5, isNamed(parameter, COUNT_STEMS) && value.unit === COUNT_UNIT],
    [5, isNamed(parameter, START_STEMS) && isLineNumber(around)],
    [3, parameter.names.some((name) => relatedness(name, around.after[0] ?? "") > 0)],
    [2, parameter.hints.has(around.after[0] ?? "") && !isLineNumber(around)],
    [3, value.unit === "%" && (parameter.hints.has("percent") || parameter.names.includes("percent"))],
  ];
  return told.reduce((sum, [weight, applies]) => sum + (applies ? weight : 0), 0);
}

function isNamed({ names }: Parameter, stems: ReadonlySet<string>): boolean {
  return names.some((name) => stems.has(name));
}

function isLineNumber({ before }: Surroundings): boolean {
  return /^lines?$/.test(before[0] ?? "");
}

function isLabelled(parameter: Parameter, { label, before }: Surroundings): boolean {
  const near = [label, before[0] === undefined ? undefined : stemOf(before[0])];
  return near.some((stem) => stem !== undefined && parameter.names.includes(stem));
}

/** Seconds in the unit a parameter says it counts in; undefined when it counts no time. */
function wantedUnit({ names, description }: Parameter): number | undefined {
  const said = /\b(milliseconds?|ms|seconds?|minutes?|hours?|days?)\b/i.exec(description)?.[1]?.toLowerCase();
  const named = names.map(secondsByStem).find((seconds) => seconds !== undefined);
  return named ?? (said === undefined ? undefined : SECONDS[said]);
}

const BY_STEM = new Map(Object.entries(SECONDS).map(([unit, seconds]) => [stemOf(unit), seconds]));

function secondsByStem(stem: string | undefined): number | undefined {
  return stem === undefined || stem.length < 2 ? undefined : BY_STEM.get(stem);
}

function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

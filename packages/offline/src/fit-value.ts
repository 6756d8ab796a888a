import type { Json } from "@toolwright/core";
import { argumentText, type FitContext, LOOSE } from "./argument-text.ts";
import type { Value, ValueKind } from "./find-values.ts";
import { fitNumber } from "./fit-number.ts";
import type { Parameter } from "./parameter.ts";
import type { Role } from "./role.ts";
import type { PlacedValue, Surroundings } from "./surroundings.ts";
import { isFilePath } from "./value-forms.ts";
import { LEADS } from "./vocabulary.ts";
import { stemOf } from "./words.ts";

/** How well a value suits a parameter (1 is the least that counts), and the argument it makes. */
export interface Fit {
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
  currency: { acronym: 4 },
  color: { color: 5, phrase: 0, object: 0, quoted: 2 },
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
    color: 0,
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

/** A file suits a tool about files, a directory one about directories. */
function flavour(parameter: Parameter, path: string, { about }: FitContext): number {
  if (parameter.role !== "path" || about === undefined) return 0;
  return isFilePath(path) === (about === "file") ? 0.5 : -2.5;
}

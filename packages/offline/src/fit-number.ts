import type { Value } from "./find-values.ts";
import type { Fit } from "./fit-value.ts";
import type { Parameter } from "./parameter.ts";
import type { Surroundings } from "./surroundings.ts";
import { COUNT_UNIT } from "./value-forms.ts";
import { COUNT_NAMES, COUNT_WORDS, SECONDS } from "./vocabulary.ts";
import { relatedness, stemOf } from "./words.ts";

const COUNT_STEMS = new Set([...COUNT_NAMES].map(stemOf));
const START_STEMS = new Set(["offset", "start", "from", "line", "begin"].map(stemOf));

/** The words around a number, and those of the tool. */
interface Spoken extends Surroundings {
  readonly toolStems: ReadonlySet<string>;
}

/** Judges a number for a numeric parameter, turning minutes into seconds where the parameter says seconds. */
export function fitNumber(parameter: Parameter, value: Value, around: Spoken): Fit | undefined {
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

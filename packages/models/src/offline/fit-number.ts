import type { Value } from "./find-values.ts";
import type { Fit } from "./fit-value.ts";
import type { Parameter } from "./parameter.ts";
import type { Surroundings } from "./surroundings.ts";
import { COUNT_UNIT } from "./value-forms.ts";
import { COUNT_NAMES, COUNT_WORDS, SECONDS } from "./vocabulary.ts";
import { relatedness, stemOf } from "./words.ts";

const COUNT_STEMS = new Set([...COUNT_NAMES].map(stemOf));
const START_STEMS = new Set(["offset", "start", "from", "line", "begin"].map(stemOf));

/** Judges a number for a numeric parameter, turning minutes into seconds where the parameter says seconds. */
export function fitNumber(parameter: Parameter, value: Value, around: Surroundings): Fit | undefined {
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

function weightOf(parameter: Parameter, value: Value, around: Surroundings): number {
  const has = (stems: ReadonlySet<string>) => parameter.names.some((name) => stems.has(name));
  const next = around.after[0] ?? "";
  const told = [
    parameter.required ? 1 : 0,
    isLabelled(parameter, around) ? 4 : 0,
    around.before.slice(0, 3).some((word) => COUNT_WORDS.has(word)) && has(COUNT_STEMS) ? 3 : 0,
    /^lines?$/.test(around.before[0] ?? "") && has(START_STEMS) ? 5 : 0,
    value.unit === COUNT_UNIT && has(COUNT_STEMS) ? 5 : 0,
    parameter.names.some((name) => relatedness(name, next) > 0) ? 3 : 0,
    next !== "" && parameter.hints.has(next) && !/^lines?$/.test(around.before[0] ?? "") ? 2 : 0,
    value.unit === "%" && (parameter.hints.has("percent") || parameter.names.includes("percent")) ? 3 : 0,
  ];
  return told.reduce((sum, part) => sum + part, 0);
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

import type { Json, JsonObject } from "@toolwright/core";
import type { FitContext } from "./argument-text.ts";
import { findChoices, findFlag } from "./find-mentions.ts";
import type { Value } from "./find-values.ts";
import { fitValue } from "./fit-value.ts";
import { type Parameter, withinLimits } from "./parameter.ts";
import type { PlacedValue } from "./surroundings.ts";

/** A request taken apart: its text, and every value that was found in it. */
export interface Material extends FitContext {
  readonly request: string;
  readonly values: readonly PlacedValue[];
}

/** The arguments that a request gives to a tool, what it leaves open, and which stretches of it were used. */
export interface Filled {
  readonly arguments: JsonObject;
  /** The same arguments with one of them replaced, where the request names several: "in Tokyo and London". */
  readonly variants: readonly JsonObject[];
  readonly missing: readonly Parameter[];
  readonly used: readonly Span[];
  /** How surely the arguments were found: up to 1 for each. */
  readonly certain: number;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

const MAX_VARIANTS = 3;

/** Fills a tool's parameters from a request: choices and flags that it names, then the best-suited value for each. */
export function fillArguments(parameters: readonly Parameter[], material: Material): Filled {
  const draft: Draft = { given: new Map(), sources: new Map(), used: [], flags: [], certain: 0 };
  const leaves = parameters.flatMap(leavesOf);
  // The flag of which more was said: "ignoring case" is not "ignored".
  const bySpecificity = [...leaves].sort((one, other) => other.names.length - one.names.length);
  for (const parameter of bySpecificity) takeMention(parameter, material, draft);
  for (const candidate of rank(leaves, material)) take(candidate, material, draft);
  for (const parameter of leaves) takeList(parameter, material, draft);
  const entries = build(parameters, draft.given);
  const variants = parameters.flatMap((parameter) => variantsOf(parameter, material, draft)).slice(0, MAX_VARIANTS);
  const missing = parameters.filter((parameter) => parameter.required && !Object.hasOwn(entries, parameter.key));
  return {
    arguments: entries,
    variants: variants.map((variant) => ({ ...entries, ...variant })),
    missing,
    used: draft.used,
    certain: draft.certain,
  };
}

interface Draft {
  readonly given: Map<Parameter, Json>;
  readonly sources: Map<Parameter, Value>;
  readonly used: Span[];
  /** The words that switched a flag. */
  readonly flags: Span[];
  certain: number;
}

function leavesOf(parameter: Parameter): Parameter[] {
  return parameter.fields.length === 0 || parameter.many ? [parameter] : parameter.fields.flatMap(leavesOf);
}

function takeMention(parameter: Parameter, { request, toolStems }: Material, draft: Draft): void {
  if (parameter.choices !== undefined) {
    const free = findChoices(parameter, request, toolStems).filter((mention) => isFree(mention, draft));
    const chosen = parameter.many ? free : free.slice(0, 1);
    if (chosen.length === 0) return;
    draft.given.set(parameter, parameter.many ? chosen.map(({ json }) => json) : (chosen[0]?.json ?? null));
    draft.used.push(...chosen);
    draft.certain += 1;
  } else if (parameter.type === "boolean" && !parameter.many) {
    const flag = findFlag(parameter, request, toolStems);
    if (flag === undefined || draft.flags.some(({ start }) => start === flag.start)) return;
    draft.given.set(parameter, flag.json);
    draft.flags.push(flag);
  }
}

interface Candidate {
  readonly parameter: Parameter;
  readonly value: Value;
  readonly weight: number;
  readonly json: Json;
}

function rank(parameters: readonly Parameter[], material: Material): Candidate[] {
  const candidates = parameters.flatMap((parameter) =>
    material.values.flatMap((value): Candidate[] => {
      const fit = fitValue(parameter, value, material);
      return fit === undefined || !withinLimits(fit.json, parameter.limits.one) ? [] : [{ parameter, value, ...fit }];
    }),
  );
  return candidates.sort((left, right) => right.weight - left.weight);
}

/** The first candidate fills a parameter; a list also takes what is joined to it, and later what is as plain. */
function take({ parameter, value, weight, json }: Candidate, material: Material, draft: Draft): void {
  if (!isFree(value, draft)) return;
  const given = draft.given.get(parameter);
  if (given === undefined) draft.sources.set(parameter, value);
  else if (!parameter.many || !Array.isArray(given) || !value.salient) return;
  draft.used.push(spanOf(value, json));
  draft.certain += Math.min(1, weight / 4);
  const joined = parameter.many ? siblings({ parameter, value, material, draft }) : [];
  const list = [...(Array.isArray(given) ? given : []), json, ...joined];
  draft.given.set(parameter, parameter.many ? list : json);
}

/** Of a phrase only the words that became the argument are used; the others still speak for a tool. */
function spanOf(value: Value, json: Json): Span {
  const at = value.lead === undefined || typeof json !== "string" ? -1 : value.text.indexOf(json);
  return at === -1 ? value : { start: value.start + at, end: value.start + at + String(json).length };
}

/** The same arguments once more for each further value of one parameter. */
function variantsOf(parameter: Parameter, material: Material, draft: Draft): JsonObject[] {
  const value = draft.sources.get(parameter);
  if (value === undefined || parameter.many || parameter.type !== "string") return [];
  return siblings({ parameter, value, material, draft }).map((json) => ({ [parameter.key]: json }));
}

interface Joining {
  readonly parameter: Parameter;
  readonly value: Value;
  readonly material: Material;
  readonly draft: Draft;
}

/** Further values of the same kind directly after one, joined to it by "and" or a comma. Marks them as used. */
function siblings({ parameter, value, material, draft }: Joining): Json[] {
  const found: Json[] = [];
  let last = value;
  for (const next of material.values) {
    if (next.kind !== last.kind || next.start < last.end || !isFree(next, draft)) continue;
    if (!JOINED.test(material.request.slice(last.end, next.start))) continue;
    const fit = fitValue({ ...parameter, required: true }, next, material);
    if (fit === undefined || !withinLimits(fit.json, parameter.limits.one)) continue;
    found.push(fit.json);
    draft.used.push(next);
    last = next;
  }
  return found;
}

const JOINED = /^(?:\s*,\s*|\s*,?\s+(?:and|or|&)\s+)(?:(?:in|for|of|from)\s+)?(?:the\s+)?$/i;

/** A list of objects gets one object for each quoted text, when that is all an object needs. */
function takeList(parameter: Parameter, material: Material, draft: Draft): void {
  if (!parameter.many || parameter.fields.length === 0 || draft.given.has(parameter)) return;
  const texts = material.values.filter((value) => value.kind === "quoted" && isFree(value, draft));
  const items = texts.map((text) => fillArguments(parameter.fields, { ...material, values: [text] }));
  if (items.length === 0 || items.some((item) => item.missing.length > 0)) return;
  draft.given.set(
    parameter,
    items.map((item) => item.arguments),
  );
  draft.used.push(...items.flatMap((item) => item.used));
}

function isFree(span: Span, { used }: Draft): boolean {
  return used.every((other) => span.end <= other.start || span.start >= other.end);
}

/** Nests what was given as the schema nests it; an object that lacks a required field is left out. */
function build(parameters: readonly Parameter[], given: ReadonlyMap<Parameter, Json>): JsonObject {
  return Object.fromEntries(
    parameters.flatMap((parameter): [string, Json][] => {
      const json = given.get(parameter) ?? (parameter.many ? undefined : buildObject(parameter, given));
      return json === undefined || !withinLimits(json, parameter.limits.list) ? [] : [[parameter.key, json]];
    }),
  );
}

function buildObject({ fields }: Parameter, given: ReadonlyMap<Parameter, Json>): JsonObject | undefined {
  const built = build(fields, given);
  const complete = fields.every((field) => !field.required || Object.hasOwn(built, field.key));
  return complete && Object.keys(built).length > 0 ? built : undefined;
}

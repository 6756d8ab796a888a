import { isFields } from "@toolwright/core/internal";
import { jsonText } from "./json-text.ts";
import type { Fields } from "./place.ts";
import { alternativesOf } from "./subschemas.ts";

/** Characters of a pattern or a default. */
const MAX_QUOTED = 80;

/** What a schema demands beyond its type, each in a few words. */
export function constraintsOf(schema: Fields): readonly string[] {
  return [...ownConstraints(schema), ...ofOnlyArm(schema), ...ofItems(schema.items), ...keysNeeded(schema)];
}

function ownConstraints(schema: Fields): readonly string[] {
  const { format, pattern, multipleOf, uniqueItems, contentEncoding, deprecated } = schema;
  return [
    ...numberRange(schema),
    ...countRange(schema, { least: "minLength", most: "maxLength", unit: "characters" }),
    ...countRange(schema, { least: "minItems", most: "maxItems", unit: "items" }),
    ...countRange(schema, { least: "minProperties", most: "maxProperties", unit: "keys" }),
    ...(typeof multipleOf === "number" ? [`multiple of ${multipleOf}`] : []),
    ...(uniqueItems === true ? ["all different"] : []),
    ...(typeof format === "string" ? [format] : []),
    ...(typeof contentEncoding === "string" ? [contentEncoding] : []),
    ...(typeof pattern === "string" ? [`matches ${shortened(pattern)}`] : []),
    ...(deprecated === true ? ["deprecated"] : []),
    ...(Object.hasOwn(schema, "default") ? [`default ${shortened(jsonText(schema.default) ?? "none")}`] : []),
  ];
}

function numberRange(schema: Fields): readonly string[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const isAbove = exclusiveMinimum === true;
  const isBelow = exclusiveMaximum === true;
  if (typeof minimum === "number" && typeof maximum === "number" && !isAbove && !isBelow) {
    return [`${minimum}..${maximum}`];
  }
  return [
    ...(typeof minimum === "number" ? [`${isAbove ? ">" : ">="} ${minimum}`] : []),
    ...(typeof exclusiveMinimum === "number" ? [`> ${exclusiveMinimum}`] : []),
    ...(typeof maximum === "number" ? [`${isBelow ? "<" : "<="} ${maximum}`] : []),
    ...(typeof exclusiveMaximum === "number" ? [`< ${exclusiveMaximum}`] : []),
  ];
}

interface CountKeywords {
  readonly least: string;
  readonly most: string;
  readonly unit: string;
}

function countRange(schema: Fields, { least, most, unit }: CountKeywords): readonly string[] {
  const [min, max] = [schema[least], schema[most]];
  if (typeof min === "number" && typeof max === "number") return [`${min === max ? min : `${min}..${max}`} ${unit}`];
  if (typeof max === "number") return [`<= ${max} ${unit}`];
  if (typeof min !== "number" || min === 0) return [];
  return [min === 1 ? "not empty" : `>= ${min} ${unit}`];
}

/** Of a value that may be null, the constraints stand in the other arm. */
function ofOnlyArm(schema: Fields): readonly string[] {
  return alternativesOf(schema).flatMap((arms) => {
    const [only, ...others] = arms.filter((arm) => !isFields(arm) || arm.type !== "null");
    return others.length === 0 && isFields(only) ? ownConstraints(only) : [];
  });
}

function ofItems(items: unknown): readonly string[] {
  const said = isFields(items) ? ownConstraints(items) : [];
  return said.length === 0 ? [] : [`each ${said.join(", ")}`];
}

/** Arms that only say which fields have to be there make no type. */
function keysNeeded(schema: Fields): readonly string[] {
  return alternativesOf(schema).flatMap((arms) => {
    const needs = arms.map((arm) => (isFields(arm) && arm.type === undefined ? arm.required : undefined));
    const lists = needs.filter((keys): keys is unknown[] => Array.isArray(keys));
    if (lists.length < arms.length) return [];
    return [`needs ${lists.map((keys) => keys.filter((key) => typeof key === "string").join(" and ")).join(", or ")}`];
  });
}

function shortened(text: string): string {
  return text.length <= MAX_QUOTED ? text : `${text.slice(0, MAX_QUOTED - 1)}…`.toWellFormed();
}

import type { Json, JsonSchema } from "@toolwright/core";

/** Whether a value keeps the bounds of its schema: numbers, lengths, and how many items a list has. */
export function withinLimits(json: Json, schema: JsonSchema): boolean {
  if (typeof json === "number") return isNumberWithin(json, schema);
  if (typeof json === "string")
    return isWritten(json, schema.format) && isBetween([...json].length, schema.minLength, schema.maxLength);
  return !Array.isArray(json) || isBetween(json.length, schema.minItems, schema.maxItems);
}

/** Dates and addresses have to be in the form that the schema names; other formats are not judged. */
function isWritten(text: string, format: unknown): boolean {
  const form = typeof format === "string" ? FORMATS.get(format) : undefined;
  return form === undefined || form.test(text);
}

const FORMATS: ReadonlyMap<string, RegExp> = new Map([
  ["date", /^\d{4}-\d{2}-\d{2}$/],
  ["time", /^\d{2}:\d{2}:\d{2}(?:Z|[+-]\d{2}:\d{2})$/],
  ["date-time", /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:Z|[+-]\d{2}:\d{2})$/],
  ["email", /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  ["uri", /^[a-z][a-z\d+.-]*:\S+$/i],
]);

function isNumberWithin(
  value: number,
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: JsonSchema,
): boolean {
  const above = typeof exclusiveMinimum !== "number" || value > exclusiveMinimum;
  const below = typeof exclusiveMaximum !== "number" || value < exclusiveMaximum;
  const whole = typeof multipleOf !== "number" || multipleOf <= 0 || Number.isInteger(value / multipleOf);
  return above && below && whole && isBetween(value, minimum, maximum);
}

function isBetween(value: number, least: unknown, most: unknown): boolean {
  return (typeof least !== "number" || value >= least) && (typeof most !== "number" || value <= most);
}

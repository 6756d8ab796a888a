import type { Json, JsonSchema } from "@toolwright/core";
import { type Role, roleOf } from "./role.ts";
import { nameStems, wordsOf } from "./words.ts";

/** One thing a tool wants to know, read from its JSON Schema. */
export interface Parameter {
  readonly key: string;
  readonly names: readonly string[];
  /** Stems of the description. */
  readonly hints: ReadonlySet<string>;
  readonly description: string;
  readonly type: "string" | "number" | "integer" | "boolean" | "object" | "unsupported";
  readonly role: Role;
  readonly required: boolean;
  /** An array of what the rest describes. */
  readonly many: boolean;
  readonly choices: readonly Json[] | undefined;
  /** The parameters inside an object. */
  readonly fields: readonly Parameter[];
  /** The schemas of one value and of the list, for their bounds. */
  readonly limits: { readonly one: JsonSchema; readonly list: JsonSchema };
}

const MAX_DEPTH = 3;
const MAX_FIELDS = 40;
const MAX_CHOICES = 200;

/** Reads the parameters of an object schema, nested objects to 3 levels and 40 fields each. */
export function readParameters(schema: JsonSchema): Parameter[] {
  return readFields({ schema, root: schema, depth: 0 });
}

interface Place {
  readonly schema: JsonSchema;
  readonly root: JsonSchema;
  readonly depth: number;
}

function readFields({ schema, root, depth }: Place): Parameter[] {
  if (depth >= MAX_DEPTH) return [];
  const required = new Set<unknown>(Array.isArray(schema.required) ? schema.required : []);
  const fields = Object.entries(isSchema(schema.properties) ? schema.properties : {}).slice(0, MAX_FIELDS);
  const unknown = [...required].filter((key) => typeof key === "string" && !fields.some(([name]) => name === key));
  return [...fields, ...unknown.map((key): [string, unknown] => [String(key), {}])].map(([key, field]) =>
    readParameter(key, { schema: plain(field, root), root, depth }, required.has(key)),
  );
}

function readParameter(key: string, place: Place, required: boolean): Parameter {
  const { schema, root, depth } = place;
  const many = typeOf(schema) === "array";
  const one = many ? plain(schema.items, root) : schema;
  const description = textOf(schema.description) || textOf(one.description);
  const type = leafType(one);
  const fields = type === "object" ? readFields({ schema: one, root, depth: depth + 1 }) : [];
  return {
    key,
    names: nameStems(key),
    hints: new Set(wordsOf(description).map((word) => word.stem)),
    description,
    type: type === "object" && fields.length === 0 ? "unsupported" : type,
    role: roleOf({ key, description, format: textOf(one.format) }),
    required,
    many,
    choices: choicesOf(one),
    fields,
    limits: { one, list: many ? schema : {} },
  };
}

function leafType(schema: JsonSchema): Parameter["type"] {
  const type = typeOf(schema);
  switch (type) {
    case "string":
    case "number":
    case "integer":
    case "boolean":
    case "object":
      return type;
    default:
      return choicesOf(schema) === undefined ? "unsupported" : "string";
  }
}

function typeOf(schema: JsonSchema): unknown {
  return Array.isArray(schema.type) ? schema.type.find((type) => type !== "null") : schema.type;
}

function choicesOf(schema: JsonSchema): readonly Json[] | undefined {
  const choices: unknown = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (!Array.isArray(choices)) return undefined;
  return choices.slice(0, MAX_CHOICES).filter((choice) => ["string", "number", "boolean"].includes(typeof choice));
}

/** Follows a local `$ref`, and takes the first branch of a union that is not `null`. */
function plain(schema: unknown, root: JsonSchema, hops = 0): JsonSchema {
  if (!isSchema(schema) || hops > 4) return {};
  if (typeof schema.$ref === "string") return plain(lookUp(schema.$ref, root), root, hops + 1);
  const branches: unknown = schema.anyOf ?? schema.oneOf;
  if (!Array.isArray(branches)) return schema;
  const branch: unknown = branches.find((each) => isSchema(each) && each.type !== "null");
  return {
    ...plain(branch, root, hops + 1),
    ...(schema.description === undefined ? {} : { description: schema.description }),
  };
}

function lookUp(reference: string, root: JsonSchema): unknown {
  const steps = reference.startsWith("#/") ? reference.slice(2).split("/").slice(0, 8) : [];
  let here: unknown = root;
  for (const step of steps) here = isSchema(here) && Object.hasOwn(here, step) ? here[step] : undefined;
  return steps.length === 0 ? undefined : here;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.slice(0, 2000) : "";
}

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

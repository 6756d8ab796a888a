import { format, Validator } from "@cfworker/json-schema";
import type { Json, JsonSchema } from "../json/json.ts";
import { quote } from "./expectation.ts";
import { pointerStep } from "./json-pointer.ts";
import type { JsonSchemaValidator } from "./json-schema-validator.ts";
import { mapSchemas } from "./map-schemas.ts";
import { matchPattern } from "./match-pattern.ts";
import { listOf, type SchemaNode } from "./schema-node.ts";

/** Judges by `@cfworker/json-schema`, which makes no code and so runs everywhere. Imported on first use only. */
export const cfworkerValidator: JsonSchemaValidator = (schema) => {
  const text = JSON.stringify(schema);
  // It writes into the schema it is given, and ours goes out as it is.
  const references = { left: Number.POSITIVE_INFINITY };
  const guarded = mapSchemas(JSON.parse(text), (node) => countReferences(guardPattern(node), references));
  const validator = new Validator(guarded, draftOf(schema));
  const comparesItems = text.includes('"uniqueItems":true');
  return (value) => {
    if (comparesItems && hasLongArray(value)) return { valid: false, errors: [TOO_MANY_ITEMS] };
    references.left = MAX_REFERENCES;
    const { valid, errors } = validator.validate(value);
    const issues = errors.map(({ instanceLocation, keyword }) => ({
      path: decodeLocation(instanceLocation),
      message: `does not satisfy ${quote(keyword)}`,
    }));
    return { valid, errors: issues };
  };
};

/** The most references that one check follows: schemas that refer to the next one twice would take longer than anybody lives. */
const MAX_REFERENCES = 500_000;

/** Reading a reference of the schema throws once too many were read: without references a check is as long as schema and value. */
function countReferences(schema: SchemaNode, references: { left: number }): SchemaNode {
  const counted = { ...schema };
  for (const key of ["$ref", "$recursiveRef"].filter((name) => Object.hasOwn(schema, name))) {
    const get = () => {
      references.left -= 1;
      if (references.left < 0) throw new RangeError("too many references");
      return schema[key];
    };
    Object.defineProperty(counted, key, { get, enumerable: true });
  }
  return counted;
}

/** It compares every item with every other, so a longer array would take minutes. */
const MAX_COMPARED_ITEMS = 10_000;

const TOO_MANY_ITEMS = { path: "", message: `expected at most ${MAX_COMPARED_ITEMS} items where items must differ` };

function hasLongArray(value: Json): boolean {
  if (typeof value !== "object" || value === null) return false;
  const members = Object.values(value);
  return (Array.isArray(value) && value.length > MAX_COMPARED_ITEMS) || members.some(hasLongArray);
}

function draftOf({ $schema }: JsonSchema) {
  const draft = String($schema ?? "");
  if (draft.includes("2020-12")) return "2020-12";
  if (draft.includes("2019-09")) return "2019-09";
  return draft.includes("draft-04") ? "4" : "7";
}

/** `#/a%20b` to `/a b`. */
function decodeLocation(location: string): string {
  return location
    .split("/")
    .slice(1)
    .map((step) => pointerStep(decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~")))
    .join("");
}

/**
 * A schema whose `pattern` has become a format, for the one validator that lets formats be added: it would judge a pattern by
 * backtracking, and a pattern and a text from strangers can keep that busy for years.
 */
function guardPattern(schema: SchemaNode): SchemaNode {
  const { pattern, allOf, ...others } = schema;
  const matches = typeof pattern === "string" ? matchPattern(pattern) : undefined;
  if (matches === undefined) return schema;
  const name = `pattern:${pattern}`;
  format[name] = matches;
  return { ...others, allOf: [...listOf(allOf), { format: name }] };
}

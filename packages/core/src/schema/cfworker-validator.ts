import { format, Validator } from "@cfworker/json-schema";
import type { Json, JsonSchema } from "../json/json.ts";
import { quote } from "./expectation.ts";
import { pointerStep } from "./json-pointer.ts";
import type { JsonSchemaValidator } from "./json-schema-validator.ts";
import { matchPattern } from "./match-pattern.ts";

/** Keywords whose members are schemas, each under a name of its own. */
const NAMED = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"]);

/** Keywords that hold any JSON, which is no schema however it looks. */
const DATA = new Set(["const", "enum", "default", "examples"]);

/** Judges by `@cfworker/json-schema`, which makes no code and so runs everywhere. Imported on first use only. */
export const cfworkerValidator: JsonSchemaValidator = (schema) => {
  const text = JSON.stringify(schema);
  // It writes into the schema it is given, and ours goes out as it is.
  const validator = new Validator(Object(guardPatterns(JSON.parse(text))), draftOf(schema));
  const comparesItems = text.includes('"uniqueItems":true');
  return (value) => {
    if (comparesItems && hasLongArray(value)) return { valid: false, errors: [TOO_MANY_ITEMS] };
    const { valid, errors } = validator.validate(value);
    const issues = errors.map(({ instanceLocation, keyword }) => ({
      path: decodeLocation(instanceLocation),
      message: `does not satisfy ${quote(keyword)}`,
    }));
    return { valid, errors: issues };
  };
};

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
 * A copy of a schema in which every `pattern` has become a format, for the one validator that lets formats be added:
 * it would judge a pattern by backtracking, and a pattern and a text from strangers can keep that busy for years.
 */
function guardPatterns(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(guardPatterns);
  if (typeof schema !== "object" || schema === null) return schema;
  const guarded = new Map(Object.entries(schema).map(([key, value]) => [key, guardMember(key, value)]));
  const pattern = guarded.get("pattern");
  const matches = typeof pattern === "string" ? matchPattern(pattern) : undefined;
  if (matches !== undefined) {
    const name = `pattern:${pattern}`;
    format[name] = matches;
    guarded.delete("pattern");
    const others = guarded.get("allOf");
    guarded.set("allOf", [...(Array.isArray(others) ? others : []), { format: name }]);
  }
  return Object.fromEntries(guarded);
}

function guardMember(key: string, value: unknown): unknown {
  if (DATA.has(key)) return value;
  if (!NAMED.has(key) || typeof value !== "object" || value === null || Array.isArray(value))
    return guardPatterns(value);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, guardPatterns(inner)]));
}

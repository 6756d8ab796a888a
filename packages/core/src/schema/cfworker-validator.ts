import { Validator } from "@cfworker/json-schema";
import type { Json, JsonSchema } from "../json/json.ts";
import { quote } from "./expectation.ts";
import { guardPatterns } from "./guard-patterns.ts";
import { pointerStep } from "./json-pointer.ts";
import type { JsonSchemaValidator } from "./json-schema-validator.ts";

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

import type { Json, JsonSchema } from "../json/json.ts";
import { quote } from "./expectation.ts";
import { pointerStep } from "./json-pointer.ts";
import type { JsonSchemaValidator } from "./json-schema-validator.ts";

/** Loads `@cfworker/json-schema`, which makes no code and so runs everywhere. */
export async function loadCfworkerValidator(): Promise<JsonSchemaValidator> {
  const { Validator } = await import("@cfworker/json-schema");
  return (schema) => {
    // It writes into the schema it is given, and ours goes out as it is.
    const validator = new Validator(structuredClone(schema), draftOf(schema));
    return (value: Json) => {
      const { valid, errors } = validator.validate(value);
      const issues = errors.map(({ instanceLocation, keyword }) => ({
        path: decodeLocation(instanceLocation),
        message: `does not satisfy ${quote(keyword)}`,
      }));
      return { valid, errors: issues };
    };
  };
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

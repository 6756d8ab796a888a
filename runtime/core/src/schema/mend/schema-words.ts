import { isJsonObject } from "../../json/is-json-object.ts";
import type { Json } from "../../json/json.ts";
import { isNode, listOf, type SchemaNode } from "../nodes/schema-node.ts";

/**
 * Keys of the arguments that a model copied from the schema: words of JSON Schema that are no keys of the tool, with
 * values that a schema has there.
 */
export function schemaWordsIn(args: Json, { properties }: SchemaNode): readonly string[] {
  if (!isJsonObject(args)) return [];
  return Object.keys(args).filter((key) => {
    const isOwn = isNode(properties) && Object.hasOwn(properties, key);
    return !isOwn && LOOKS.get(key)?.(args[key]) === true;
  });
}

const TYPES: readonly unknown[] = ["object", "array", "string", "number", "integer", "boolean", "null"];

/** What a schema has as the value of each word: `type: "archive"` was meant for the tool, and is wrong. */
const LOOKS: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ["type", (value) => TYPES.includes(value)],
  ["required", (value) => typeof value === "boolean" || isListOfTexts(value)],
  ["properties", (value) => isNode(value) && Object.values(value).every(isNode)],
  ["additionalProperties", (value) => typeof value === "boolean"],
  ["$schema", (value) => typeof value === "string"],
]);

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && listOf(value).every((item) => typeof item === "string");
}

import { isJsonArray } from "../../json/is-json-array.ts";
import type { Json, JsonObject } from "../../json/json.ts";
import { isNode, membersOf, type SchemaNode } from "../nodes/schema-node.ts";

/** True when every key of a value is surely known to its schema. */
type KnowsKeys = (value: Json) => boolean;

/** Keywords that hand keys on to other schemas: which of them takes a key is not quickly said. */
const HANDS_ON = [
  "$ref",
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "dependentSchemas",
  "dependencies",
  "patternProperties",
];

/** Makes the quick look for unknown keys. False only sends a value to the full check. */
export function compileKnownKeys(schema: unknown): KnowsKeys {
  if (!isNode(schema)) return () => true;
  if (HANDS_ON.some((keyword) => schema[keyword] !== undefined) || Array.isArray(schema.items))
    return (value) => isScalar(value);
  const knowsMembers = compileMembers(schema);
  const knowsItem = schema.items === undefined ? undefined : compileKnownKeys(schema.items);
  return (value) => {
    if (isScalar(value)) return true;
    if (isJsonArray(value)) return knowsItem === undefined || value.every(knowsItem);
    return knowsMembers(value);
  };
}

function compileMembers({ properties, additionalProperties }: SchemaNode): (value: JsonObject) => boolean {
  const members = new Map(membersOf(properties).map(([key, member]) => [key, compileKnownKeys(member)]));
  const others = additionalProperties === false ? () => false : compileKnownKeys(additionalProperties);
  return (value) => {
    // No list of the keys is made; what is inherited sends a value to the full check.
    for (const key in value) {
      if (!(members.get(key) ?? others)(value[key] ?? null)) return false;
    }
    return true;
  };
}

function isScalar(value: Json): value is null | boolean | number | string {
  return typeof value !== "object" || value === null;
}

import type { Json } from "../../json/json.ts";
import { nearestName } from "../../text/nearest-name.ts";
import { patternExample } from "../../text/pattern-example.ts";
import { typeOf } from "../nodes/expected-types.ts";
import { listOf, membersOf, type SchemaNode } from "../nodes/schema-node.ts";
import { quote } from "./expectation.ts";

/** A longer text is not repeated: half of a secret would be masked by nobody. In UTF-16 units. */
const LONGEST_VALUE = 40;

/** What came in place of one of the allowed values, and which of them is nearest. */
export function instead(value: Json | undefined, allowed: readonly unknown[]): string {
  const texts = allowed.filter((one) => typeof one === "string");
  const nearest = typeof value === "string" ? nearestName(value, texts) : undefined;
  return `, got ${shown(value)}${nearest === undefined || allowed.length === 1 ? "" : `; did you mean ${quote(nearest)}?`}`;
}

/** Whole or not at all, and only as it would be masked: with nothing that JSON escapes. */
function shown(value: Json | undefined): string {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value !== "string") return typeOf(value);
  const text = JSON.stringify(value);
  return value.length <= LONGEST_VALUE && text === `"${value}"` ? text : `another string of ${value.length} characters`;
}

const MOST_KEYS = 20;

/** The keys of the object that was expected, those that may be left out marked. */
export function itsKeys({ properties, required }: SchemaNode): string {
  const needed = new Set(listOf(required));
  // Libraries write the keys of one object in different orders.
  const names = membersOf(properties)
    .map(([key]) => key)
    .sort();
  const keys = [
    ...names.filter((key) => needed.has(key)).map(quote),
    ...names.filter((key) => !needed.has(key)).map((key) => `${quote(key)} (optional)`),
  ];
  if (keys.length === 0) return "";
  const more = keys.length > MOST_KEYS ? ", …" : "";
  return `; its keys are ${keys.slice(0, MOST_KEYS).join(", ")}${more}`;
}

/** A text that would fit the pattern and the lengths beside it. */
export function example({ pattern, minLength, maxLength }: SchemaNode): string {
  const text = typeof pattern === "string" ? patternExample(pattern) : undefined;
  if (text === undefined) return "";
  const isTooShort = typeof minLength === "number" && text.length < minLength;
  const isTooLong = typeof maxLength === "number" && text.length > maxLength;
  return isTooShort || isTooLong ? "" : `, such as ${quote(text)}`;
}

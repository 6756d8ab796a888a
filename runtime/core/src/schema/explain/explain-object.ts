import { isJsonObject } from "../../json/is-json-object.ts";
import type { JsonObject } from "../../json/json.ts";
import { nearestName } from "../../text/nearest-name.ts";
import { allowedValues } from "../nodes/expected-types.ts";
import { pointerStep } from "../nodes/json-pointer.ts";
import { matchPattern } from "../nodes/match-pattern.ts";
import { isNode, listOf, membersOf, type SchemaNode } from "../nodes/schema-node.ts";
import { expectation } from "./expectation.ts";
import type { Explain, ExplainContext } from "./explainer.ts";
import type { Findings } from "./findings.ts";

/** `required`, `properties`, `patternProperties`, `additionalProperties`, and `propertyNames` that lists them. */
export function explainObject(schema: SchemaNode, context: ExplainContext): Explain[] {
  const { required, properties, patternProperties, additionalProperties, propertyNames } = schema;
  const parts: Explain[] = [];
  if (required !== undefined) parts.push(explainRequired(schema, context));
  if ([properties, patternProperties, additionalProperties, propertyNames].some((keyword) => keyword !== undefined)) {
    parts.push(explainMembers(schema, context));
  }
  return parts;
}

function explainRequired(schema: SchemaNode, { root }: ExplainContext): Explain {
  const properties = new Map(membersOf(schema.properties));
  const required = listOf(schema.required).filter((key) => typeof key === "string");
  return (value, path, found) => {
    if (!isJsonObject(value)) return;
    for (const key of required) {
      if (!Object.hasOwn(value, key)) found.add(path + pointerStep(key), () => missing(properties.get(key), root));
    }
  };
}

/** What is said of a key that is not there. */
function missing(schema: unknown, root: SchemaNode): string {
  const expected = expectation(schema, root);
  return expected === "" ? "missing" : `missing; expected ${expected}`;
}

function explainMembers(schema: SchemaNode, context: ExplainContext): Explain {
  const members = membersOf(schema.properties);
  const properties = new Map(
    members.map(([key, member]) => [key, { step: pointerStep(key), explain: context.compile(member) }]),
  );
  const explainOther = explainOtherMember(schema, context);
  return (value, path, found) => {
    if (!isJsonObject(value)) return;
    for (const key of Object.keys(value)) {
      const member = value[key];
      if (member === undefined) continue;
      const property = properties.get(key);
      property?.explain(member, path + property.step, found);
      explainOther?.(key, value, path, found);
    }
  };
}

type ExplainMember = (key: string, value: JsonObject, path: string, found: Findings) => void;

/** Pattern members judge every key that they match; `additionalProperties` judges the keys that nothing names. */
function explainOtherMember(schema: SchemaNode, context: ExplainContext): ExplainMember | undefined {
  const { additionalProperties } = schema;
  const patterns = membersOf(schema.patternProperties).flatMap(([pattern, member]) => {
    const matches = matchPattern(pattern);
    return matches ? [{ matches, explain: context.compile(member) }] : [];
  });
  const known = new Set(membersOf(schema.properties).map(([key]) => key));
  const rest =
    additionalProperties === undefined || additionalProperties === false
      ? undefined
      : context.compile(additionalProperties);
  const names = namesOf(schema.propertyNames);
  if (patterns.length === 0 && additionalProperties === undefined && names === undefined) return undefined;
  return (key, value, path, found) => {
    if (names?.has(key) === false) return addUnknownKey(key, { path, value, known: names, found });
    const matching = patterns.filter(({ matches }) => matches(key));
    const member = value[key] ?? null;
    for (const { explain } of matching) explain(member, path + pointerStep(key), found);
    if (matching.length > 0 || known.has(key)) return;
    if (additionalProperties === false) addUnknownKey(key, { path, value, known, found });
    else rest?.(member, path + pointerStep(key), found);
  };
}

/** The only keys that there may be, where `propertyNames` lists them. */
function namesOf(propertyNames: unknown): ReadonlySet<string> | undefined {
  const names = isNode(propertyNames) ? allowedValues(propertyNames) : undefined;
  return names && new Set(names.filter((name) => typeof name === "string"));
}

/** Refuses one key, and names the most similar of the keys that are not there yet. */
export function addUnknownKey(
  key: string,
  at: { readonly path: string; readonly value: JsonObject; readonly known: Iterable<string>; readonly found: Findings },
): void {
  at.found.addUnknownKey(at.path + pointerStep(key), () => {
    const free = [...at.known].filter((candidate) => !Object.hasOwn(at.value, candidate));
    const nearest = nearestName(key, free);
    return nearest === undefined ? "unknown key" : `unknown key; did you mean ${JSON.stringify(nearest)}?`;
  });
}

import { isJsonObject } from "../../json/is-json-object.ts";
import type { Json, JsonObject, JsonSchema } from "../../json/json.ts";
import type { Issue } from "../../result/error-info.ts";
import { ARGUMENT_LIMITS } from "../decode/decode-arguments.ts";
import { parseJson } from "../decode/parse-json.ts";
import { expectedTypes, isOfType } from "../nodes/expected-types.ts";
import { followReferences, pointerStep } from "../nodes/json-pointer.ts";
import { armsOf, isNode, listOf, type SchemaNode } from "../nodes/schema-node.ts";
import { readArm } from "../nodes/union-arm.ts";
import type { Repair } from "./repair.ts";

/** Arguments after repair, to be validated again, and what was changed. */
export interface Repaired {
  readonly arguments: Json;
  readonly repairs: readonly Repair[];
}

/**
 * Repairs what needs no guess, in a copy: a text that is the array, the object or the number the schema wants.
 * `undefined` when there is nothing to repair. Keys are never changed.
 */
export function repairArguments(jsonSchema: JsonSchema, args: Json, issues: readonly Issue[]): Repaired | undefined {
  if (issues.length === 0) return undefined;
  const repairs: Repair[] = [];
  const repaired = repairValue(args, jsonSchema, { root: jsonSchema, path: "", repairs });
  return repairs.length === 0 ? undefined : { arguments: repaired, repairs };
}

interface Place {
  readonly root: SchemaNode;
  readonly path: string;
  readonly repairs: Repair[];
}

function repairValue(value: Json, schema: unknown, place: Place): Json {
  const current = typeof value === "string" ? repairText(value, schema, place) : value;
  const nodes = judgesOf(current, schema, place.root);
  if (Array.isArray(current)) {
    const items: readonly Json[] = current;
    return items.map((item, index) => repairValue(item, itemSchema(nodes, index), step(place, index)));
  }
  if (!isJsonObject(current)) return current;
  const members = Object.entries(current).map(([key, member]) => {
    return [key, repairValue(member, memberSchema(nodes, key), step(place, key))] as const;
  });
  const repaired: JsonObject = Object.fromEntries(members);
  return repaired;
}

function step(place: Place, key: string | number): Place {
  return { ...place, path: place.path + pointerStep(key) };
}

function repairText(text: string, schema: unknown, { root, path, repairs }: Place): Json {
  const wanted = expectedTypes(schema, root);
  if (wanted === undefined || wanted.includes("string")) return text;
  const read = readText(text);
  const type = wanted.find((name) => isOfType(read, name));
  if (read === undefined || type === undefined) return text;
  repairs.push({ kind: "converted", path, from: "string", to: type });
  return read;
}

/** The array, object or number that a text spells. Number texts must be spelt the one way that numbers are written. */
function readText(text: string): Json | undefined {
  const number = Number(text);
  if (Number.isFinite(number) && String(number) === text) return number;
  if (!/^\s*[[{]/.test(text)) return undefined;
  const parsed = parseJson(text, ARGUMENT_LIMITS);
  return parsed.ok ? parsed.value : undefined;
}

/** Every schema that certainly judges this value: itself, its `allOf`, and a union's one possible arm. */
function judgesOf(value: Json, schema: unknown, root: SchemaNode, depth = 0): readonly SchemaNode[] {
  const node = followReferences(schema, root);
  if (!isNode(node) || depth > 16) return [];
  const arms = armsOf(node).filter((arm) => mayJudge(arm, value, root));
  const certain = arms.length === 1 ? arms : [];
  return [node, ...[...listOf(node.allOf), ...certain].flatMap((part) => judgesOf(value, part, root, depth + 1))];
}

function mayJudge(schema: unknown, value: Json, root: SchemaNode): boolean {
  const arm = readArm(schema, root);
  return arm.fitsType(value) && arm.hasTags(value);
}

function itemSchema(nodes: readonly SchemaNode[], index: number): unknown {
  for (const { items, prefixItems, additionalItems } of nodes) {
    const tuple = Array.isArray(items) ? items : listOf(prefixItems);
    const found: unknown = tuple[index] ?? (Array.isArray(items) ? additionalItems : items);
    if (found !== undefined) return found;
  }
  return undefined;
}

function memberSchema(nodes: readonly SchemaNode[], key: string): unknown {
  for (const { properties, additionalProperties } of nodes) {
    if (isNode(properties) && Object.hasOwn(properties, key)) return properties[key];
    if (isNode(additionalProperties)) return additionalProperties;
  }
  return undefined;
}

import { isJsonObject } from "../../json/is-json-object.ts";
import type { Json, JsonObject } from "../../json/json.ts";
import { ARGUMENT_LIMITS } from "../decode/decode-arguments.ts";
import { parseJson } from "../decode/parse-json.ts";
import { expectedTypes, isOfType, type TypeName, typeOf } from "../nodes/expected-types.ts";
import { followReferences, placeBelow } from "../nodes/json-pointer.ts";
import { armsOf, isNode, listOf, type SchemaNode } from "../nodes/schema-node.ts";
import { readArm } from "../nodes/union-arm.ts";
import type { Repair } from "./repair.ts";

/** A value after its parts were converted, and how. */
export interface Converted {
  readonly value: Json;
  readonly repairs: readonly Repair[];
}

/**
 * Converts, in a copy, what stands for a value of the wanted type: a text that spells a list, an object, a number or a
 * boolean; a text or an object where a list of them is wanted; a list of one text where a text is wanted. Only at the
 * places that are named, and never what the schema takes. No key is changed.
 */
export function convertValues(
  value: Json,
  { root, isNamed }: { readonly root: SchemaNode; readonly isNamed: (path: string) => boolean },
): Converted {
  const repairs: Repair[] = [];
  const converted = convert(value, root, { root, path: "", isNamed, repairs });
  return { value: repairs.length === 0 ? value : converted, repairs };
}

interface Place {
  readonly root: SchemaNode;
  readonly path: string;
  readonly isNamed: (path: string) => boolean;
  readonly repairs: Repair[];
}

function convert(value: Json, schema: unknown, place: Place): Json {
  const current = place.isNamed(place.path) ? convertOne(value, schema, place) : value;
  const nodes = judgesOf(current, schema, place.root);
  if (Array.isArray(current)) {
    const items: readonly Json[] = current;
    return items.map((item, index) => convert(item, itemSchema(nodes, index), placeBelow(place, index)));
  }
  if (!isJsonObject(current)) return current;
  const members = Object.entries(current).map(([key, member]) => {
    return [key, convert(member, memberSchema(nodes, key), placeBelow(place, key))] as const;
  });
  const converted: JsonObject = Object.fromEntries(members);
  return converted;
}

function convertOne(value: Json, schema: unknown, { root, path, repairs }: Place): Json {
  const wanted = expectedTypes(schema, root);
  if (wanted === undefined || wanted.some((type) => isOfType(value, type))) return value;
  const found = readAs(value, { wanted, schema, root });
  if (found === undefined) return value;
  const { to, as } = found;
  repairs.push({ kind: "converted", path, from: typeOf(value), to, ...(as === undefined ? {} : { as }) });
  return found.value;
}

interface Found {
  readonly value: Json;
  readonly to: TypeName;
  readonly as?: "true" | "false" | "a list" | "a text";
}

interface Wanted {
  readonly wanted: readonly TypeName[];
  readonly schema: unknown;
  readonly root: SchemaNode;
}

function readAs(value: Json, place: Wanted): Found | undefined {
  if (typeof value === "string") return fromText(value, place);
  return isJsonObject(value) && isItemOf("object", place) ? listOfOne(value) : fromList(value, place.wanted);
}

function fromText(text: string, place: Wanted): Found | undefined {
  const { wanted } = place;
  const spelt = readText(text);
  const to = wanted.find((type) => isOfType(spelt, type));
  if (spelt !== undefined && to !== undefined) return { value: spelt, to };
  const truth = TRUTHS.get(text);
  if (truth !== undefined && wanted.includes("boolean")) {
    return { value: truth, to: "boolean", as: truth ? "true" : "false" };
  }
  return text !== "" && !/^\s*[[{]/.test(text) && isItemOf("string", place) ? listOfOne(text) : undefined;
}

/** As JSON writes them, and as Python does. */
const TRUTHS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["True", true],
  ["false", false],
  ["False", false],
]);

/** Whether a list is wanted whose items are certainly of a type. */
function isItemOf(type: TypeName, { wanted, schema, root }: Wanted): boolean {
  if (!wanted.includes("array")) return false;
  return expectedTypes(itemSchema(judgesOf([], schema, root), 0), root)?.includes(type) === true;
}

function listOfOne(item: Json): Found {
  return { value: [item], to: "array", as: "a list" };
}

function fromList(value: Json, wanted: readonly TypeName[]): Found | undefined {
  const [only, ...others] = Array.isArray(value) ? value : [];
  if (typeof only !== "string" || only === "" || others.length > 0 || !wanted.includes("string")) return undefined;
  return { value: only, to: "string", as: "a text" };
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

import { NAMED_SCHEMAS } from "../nodes/map-schemas.ts";
import { isIntersection, isSilentObject } from "../nodes/object-schemas.ts";
import { isNode, type SchemaNode } from "../nodes/schema-node.ts";

/**
 * Adds `additionalProperties: false` to every object schema that does not say it itself.
 * The parts of an intersection stay open, for closed ones would refuse each other's keys.
 */
export function closeObjects(root: SchemaNode): SchemaNode {
  const shared = new Set<string>();
  let before: number;
  let closed: SchemaNode;
  do {
    // A definition may be found to be part of an intersection only after it was closed.
    before = shared.size;
    closed = closeNode(root, { shared, inPlace: shared.has("#") });
  } while (shared.size > before);
  return closed;
}

interface Place {
  /** References to definitions that are parts of an intersection. */
  readonly shared: Set<string>;
  readonly inPlace: boolean;
}

function closeNode(node: SchemaNode, place: Place): SchemaNode {
  if (place.inPlace && typeof node.$ref === "string") place.shared.add(node.$ref);
  const alone = { ...place, inPlace: false };
  const arms = { ...place, inPlace: place.inPlace || isIntersection(node) };
  const result: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(node)) {
    result[keyword] = closeKeyword(keyword, value, APPLICATORS.has(keyword) ? arms : alone);
  }
  if (isSilentObject(node) && !place.inPlace) result.additionalProperties = false;
  return result;
}

const APPLICATORS = new Set(["anyOf", "oneOf", "allOf"]);
const SCHEMAS = new Set(["items", "prefixItems", "additionalItems", "additionalProperties", ...APPLICATORS]);

function closeKeyword(keyword: string, value: unknown, place: Place): unknown {
  if (SCHEMAS.has(keyword)) return Array.isArray(value) ? value.map((item) => close(item, place)) : close(value, place);
  if (!NAMED_SCHEMAS.has(keyword) || !isNode(value)) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const inPlace = place.shared.has(`#/${keyword}/${name}`);
    return [name, close(member, { ...place, inPlace })];
  });
  return Object.fromEntries(members);
}

function close(schema: unknown, place: Place): unknown {
  return isNode(schema) ? closeNode(schema, place) : schema;
}

import { isJsonArray } from "../../json/is-json-array.ts";
import type { Json, JsonObject } from "../../json/json.ts";
import { flatSchemas } from "../nodes/flat-schemas.ts";
import { followReferences, pointerStep } from "../nodes/json-pointer.ts";
import { isNode, listOf, type SchemaNode } from "../nodes/schema-node.ts";
import { acceptsNull } from "../nodes/schema-null.ts";

/**
 * A value without the members that are null where the schema has an optional one that cannot be null: models often
 * write null for "left out", and have to where a strict schema made it nullable. Any other null stays. The value itself
 * where nothing goes. `tell` hears where each of them stood, as a JSON Pointer.
 */
export function withoutOptionalNulls<T extends Json>(value: T, root: SchemaNode, tell?: Tell): T;
export function withoutOptionalNulls(value: Json, root: SchemaNode, tell: Tell = () => undefined): Json {
  return undo(value, [root], { root, path: "", tell });
}

type Tell = (path: string) => void;

interface Place {
  readonly root: SchemaNode;
  readonly path: string;
  readonly tell: Tell;
}

function undo(value: Json, schemas: readonly unknown[], place: Place): Json {
  if (typeof value !== "object" || value === null) return value;
  const nodes = flatSchemas(schemas, place.root);
  if (nodes.length === 0) return value;
  return isJsonArray(value) ? undoItems(value, nodes, place) : undoKeys(value, nodes, place);
}

function step(place: Place, key: string | number): Place {
  return { ...place, path: place.path + pointerStep(key) };
}

function undoItems(value: readonly Json[], nodes: readonly SchemaNode[], place: Place): Json {
  const items = nodes.flatMap((node) => (node.items === undefined ? [] : [node.items]));
  const undone = value.map((item, index) => undo(item, items, step(place, index)));
  return undone.some((item, index) => item !== value[index]) ? undone : value;
}

function undoKeys(value: JsonObject, nodes: readonly SchemaNode[], place: Place): Json {
  const { root } = place;
  const fitting = nodes.filter((node) => isNode(node.properties) && fits(value, node, root));
  const kept = Object.entries(value).flatMap(([key, member]): [string, Json][] => {
    const holders = fitting.filter(({ properties }) => isNode(properties) && Object.hasOwn(properties, key));
    const schemas = holders.map(({ properties }) => (isNode(properties) ? properties[key] : undefined));
    const isMade =
      member === null &&
      holders.length > 0 &&
      holders.every((holder, index) => {
        return !listOf(holder.required).includes(key) && !acceptsNull(schemas[index], root);
      });
    if (isMade) place.tell(step(place, key).path);
    return isMade ? [] : [[key, undo(member, schemas, step(place, key))]];
  });
  const isSame = kept.length === Object.keys(value).length && kept.every(([key, member]) => member === value[key]);
  return isSame ? value : Object.fromEntries(kept);
}

/** Not an arm of a union that another constant rules out, as in `{ kind: "circle", … } | { kind: "square", … }`. */
function fits(value: JsonObject, { properties }: SchemaNode, root: SchemaNode): boolean {
  if (!isNode(properties)) return false;
  return Object.entries(properties).every(([key, schema]) => {
    const node = followReferences(schema, root);
    const member = Object.hasOwn(value, key) ? value[key] : undefined;
    if (!isNode(node) || typeof member !== "string") return true;
    if (node.const !== undefined) return node.const === member;
    return !Array.isArray(node.enum) || node.enum.includes(member);
  });
}

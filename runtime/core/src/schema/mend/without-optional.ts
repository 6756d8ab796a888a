import { isJsonArray } from "../../json/is-json-array.ts";
import type { Json, JsonObject } from "../../json/json.ts";
import { flatSchemas } from "../nodes/flat-schemas.ts";
import { followReferences, placeBelow } from "../nodes/json-pointer.ts";
import { isNode, listOf, type SchemaNode } from "../nodes/schema-node.ts";
import { acceptsNull } from "../nodes/schema-null.ts";

/** Whether a member says nothing under every schema that it has. Only optional members are asked about. */
type IsNothing = (member: Json, schema: unknown, root: SchemaNode) => boolean;

/** Hears of a member that was left out: where it stood, as a JSON Pointer, and its value. */
type Tell = (path: string, member: Json) => void;

interface Leaving {
  readonly root: SchemaNode;
  readonly isNothing: IsNothing;
  /** Places that are looked at; others are kept. Default: all. */
  readonly isNamed?: ((path: string) => boolean) | undefined;
  readonly tell?: Tell;
}

/** A value without the optional members that say nothing. The value itself where none does. */
export function withoutOptional(value: Json, leaving: Leaving): Json {
  const { root, tell = () => undefined, isNamed = () => true, isNothing } = leaving;
  return undo(value, [root], { root, path: "", tell, isNamed, isNothing });
}

/**
 * The same for members that are null where the schema has an optional one that cannot be null: models often write null
 * for "left out", and have to where a strict schema made it nullable. Any other null stays.
 */
export function withoutOptionalNulls<T extends Json>(value: T, root: SchemaNode): T;
export function withoutOptionalNulls(value: Json, root: SchemaNode): Json {
  return withoutOptional(value, { root, isNothing: isRefusedNull });
}

/** A null that its schema does not take. */
export function isRefusedNull(member: Json, schema: unknown, root: SchemaNode): boolean {
  return member === null && !acceptsNull(schema, root);
}

interface Place extends Required<Leaving> {
  readonly path: string;
  readonly isNamed: (path: string) => boolean;
}

function undo(value: Json, schemas: readonly unknown[], place: Place): Json {
  if (typeof value !== "object" || value === null) return value;
  const nodes = flatSchemas(schemas, place.root);
  if (nodes.length === 0) return value;
  return isJsonArray(value) ? undoItems(value, nodes, place) : undoKeys(value, nodes, place);
}

function undoItems(value: readonly Json[], nodes: readonly SchemaNode[], place: Place): Json {
  const items = nodes.flatMap((node) => (node.items === undefined ? [] : [node.items]));
  const undone = value.map((item, index) => undo(item, items, placeBelow(place, index)));
  return undone.some((item, index) => item !== value[index]) ? undone : value;
}

function undoKeys(value: JsonObject, nodes: readonly SchemaNode[], place: Place): Json {
  const { root } = place;
  const fitting = nodes.filter((node) => isNode(node.properties) && fits(value, node, root));
  const kept = Object.entries(value).flatMap(([key, member]): [string, Json][] => {
    const holders = fitting.filter(({ properties }) => isNode(properties) && Object.hasOwn(properties, key));
    const schemas = holders.map(({ properties }) => (isNode(properties) ? properties[key] : undefined));
    const inner = placeBelow(place, key);
    const isLeftOut =
      holders.length > 0 &&
      place.isNamed(inner.path) &&
      holders.every((holder, index) => {
        return !listOf(holder.required).includes(key) && place.isNothing(member, schemas[index], root);
      });
    if (isLeftOut) place.tell(inner.path, member);
    return isLeftOut ? [] : [[key, undo(member, schemas, inner)]];
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
    if (!isNode(node) || typeof member !== "string" || member === "") return true;
    if (node.const !== undefined) return node.const === member;
    return !Array.isArray(node.enum) || node.enum.includes(member);
  });
}

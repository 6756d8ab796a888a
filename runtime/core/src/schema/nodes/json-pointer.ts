import { cutWithEllipsis } from "../../text/cut-with-ellipsis.ts";
import { isNode, type SchemaNode } from "./schema-node.ts";

const MAX_KEY_LENGTH = 100;
const MAX_HOPS = 32;

/**
 * One step of a JSON Pointer (RFC 6901), with its slash. A key over 100 characters is cut, since callers choose keys.
 */
export function pointerStep(key: PropertyKey): string {
  return `/${cutWithEllipsis(String(key), MAX_KEY_LENGTH).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The place of a member or an item in what stands at a place. */
export function placeBelow<Place extends { readonly path: string }>(place: Place, key: string | number): Place {
  return { ...place, path: place.path + pointerStep(key) };
}

/**
 * Follows local references (`#`, `#/definitions/x`) to what they stand for.
 * `undefined` for a remote, broken or circular one, which then constrains nothing here.
 */
export function followReferences(schema: unknown, root: SchemaNode): unknown {
  let current = schema;
  for (let hop = 0; hop < MAX_HOPS; hop++) {
    if (!isNode(current) || typeof current.$ref !== "string") return current;
    current = lookUp(current.$ref, root);
  }
  return undefined;
}

/** What a local reference names, which may be another one. */
export function lookUp(reference: string, root: SchemaNode): unknown {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return undefined;
  let current: unknown = root;
  for (const step of reference.slice(2).split("/")) {
    if (typeof current !== "object" || current === null) return undefined;
    current = new Map(Object.entries(current)).get(decodeStep(step));
  }
  return current;
}

function decodeStep(step: string): string {
  const plain = step.replaceAll("~1", "/").replaceAll("~0", "~");
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

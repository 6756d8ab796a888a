import { allowedValues, expectedTypes, isOfType } from "./expected-types.ts";
import { followReferences } from "./json-pointer.ts";
import { isNode, membersOf, type SchemaNode } from "./schema-node.ts";

/** What tells an arm of a union from the others, before its members are looked at. */
export interface UnionArm {
  fitsType(value: unknown): boolean;
  /** The keys that name their values, with the values. */
  readonly tags: ReadonlyMap<string, readonly unknown[]>;
  /** Whether no tag that is there says that another arm is meant. */
  hasTags(value: unknown): boolean;
}

export function readArm(schema: unknown, root: SchemaNode): UnionArm {
  const types = expectedTypes(schema, root);
  const tags = readTags(schema, root);
  return {
    tags,
    fitsType: (value) => types?.some((type) => isOfType(value, type)) ?? true,
    hasTags: (value) =>
      !isNode(value) || [...tags].every(([key, allowed]) => !Object.hasOwn(value, key) || allowed.includes(value[key])),
  };
}

function readTags(schema: unknown, root: SchemaNode): ReadonlyMap<string, readonly unknown[]> {
  const node = followReferences(schema, root);
  const tags = new Map<string, readonly unknown[]>();
  for (const [key, property] of membersOf(isNode(node) ? node.properties : undefined)) {
    const target = followReferences(property, root);
    const values = isNode(target) ? allowedValues(target) : undefined;
    if (values !== undefined) tags.set(key, values);
  }
  return tags;
}

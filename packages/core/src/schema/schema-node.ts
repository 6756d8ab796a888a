/** One (sub)schema object, keywords not yet trusted to have the right type. */
export type SchemaNode = { readonly [keyword: string]: unknown };

export function isNode(value: unknown): value is SchemaNode {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The items of a keyword that holds a list of schemas; empty when it holds anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The members of a keyword that holds named schemas; empty when it holds anything else. */
export function membersOf(value: unknown): readonly [string, unknown][] {
  return isNode(value) ? Object.entries(value) : [];
}

/** The arms of a union: `anyOf`, or `oneOf` where there is no `anyOf`. */
export function armsOf(node: SchemaNode): readonly unknown[] {
  return listOf(node.anyOf ?? node.oneOf);
}

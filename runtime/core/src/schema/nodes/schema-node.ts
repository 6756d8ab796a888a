import { isFields } from "../../json/is-json-object.ts";

export { isFields as isNode };

/** One (sub)schema object, keywords not yet trusted to have the right type. */
export type SchemaNode = { readonly [keyword: string]: unknown };

/** The items of a keyword that holds a list of schemas; empty when it holds anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The members of a keyword that holds named schemas; empty when it holds anything else. */
export function membersOf(value: unknown): readonly [string, unknown][] {
  return isFields(value) ? Object.entries(value) : [];
}

/** The arms of a union: `anyOf`, or `oneOf` where there is no `anyOf`. */
export function armsOf(node: SchemaNode): readonly unknown[] {
  return listOf(node.anyOf ?? node.oneOf);
}

import { lookUp } from "./json-pointer.ts";
import { isNode, listOf, membersOf, type SchemaNode } from "./schema-node.ts";

/** Schemas that may judge one value: some more than a tenth of a second of work for a value of a few bytes. */
const MOST_BRANCHES = 10_000;
/** How many of them may lie in each other. */
const MOST_LEVELS = 500;

/**
 * Why no value can be judged by a schema in a bearable time, as the end of a sentence; undefined where one can. Twenty
 * schemas, each of which refers to the next one twice, are a million for one value.
 */
export function tooManyBranches(root: SchemaNode): string | undefined {
  const known = new Map<unknown, number>();
  // What is found while it is walked is walked, too.
  const found = new Set<unknown>([root]);
  for (const one of found) {
    if (typeof one !== "object" || one === null) continue;
    if (branchesOf(one, { root, known, level: 0 }) > MOST_BRANCHES)
      return `judges one value by more than ${MOST_BRANCHES} schemas, each counted as often as it is referred to`;
    for (const member of Object.values(one)) found.add(member);
  }
  return undefined;
}

interface Counting {
  readonly root: SchemaNode;
  readonly known: Map<unknown, number>;
  readonly level: number;
}

/** Schemas that judge the value which this one judges, each as often as it does. */
function branchesOf(schema: unknown, { root, known, level }: Counting): number {
  if (!isNode(schema)) return 0;
  const counted = known.get(schema);
  if (counted !== undefined) return counted;
  if (level > MOST_LEVELS) return Number.POSITIVE_INFINITY;
  // One that comes back to itself is no more work than the value is deep.
  known.set(schema, 0);
  const inner = { root, known, level: level + 1 };
  const count = placesIn(schema, root).reduce<number>((sum, one) => sum + branchesOf(one, inner), 1);
  known.set(schema, count);
  return count;
}

function placesIn(schema: SchemaNode, root: SchemaNode): readonly unknown[] {
  const { $ref, allOf, anyOf, oneOf, dependentSchemas, dependencies } = schema;
  const named = [...membersOf(dependentSchemas), ...membersOf(dependencies)].map(([, member]) => member);
  const referred = typeof $ref === "string" ? [lookUp($ref, root)] : [];
  const alone = [schema.not, schema.if, schema.then, schema.else];
  return [...referred, ...listOf(allOf), ...listOf(anyOf), ...listOf(oneOf), ...alone, ...named];
}

import { isFields } from "@toolwright/core/internal";
import { MAX_DEPTH, subschemas, wholeValue } from "./subschemas.ts";

export interface References {
  /** The schema that a `$ref` leads to. Undefined where it is in another document, or nowhere. */
  target(ref: string): unknown;
  /** The name of the type that stands for it; undefined where it is written in its place. */
  nameOf(ref: string): string | undefined;
  /** Whether it comes back to itself without a field or an item between: no type can be written so. */
  isEndless(ref: string): boolean;
  /** What is written once, under a name. */
  readonly named: ReadonlyMap<string, string>;
}

export interface ReferencesOptions {
  /** The name of a definition's type. */
  readonly nameFor: (pointer: string) => string;
}

/** Follows the references of one schema. What is referred to more than once gets a name, and so does what recurs. */
export function readReferences(root: unknown, { nameFor }: ReferencesOptions): References {
  const counts = countReferences(root);
  const named = new Map<string, string>();
  for (const [pointer, count] of counts) {
    const isWorthIt = count > 1 && !isScalar(resolve(root, pointer));
    if (isWorthIt && !comesBack(root, pointer)) named.set(pointer, nameFor(pointer));
  }
  return {
    named,
    target: (ref) => resolve(root, pointerIn(ref)),
    nameOf: (ref) => named.get(pointerIn(ref) ?? ""),
    isEndless: (ref) => comesBack(root, pointerIn(ref)),
  };
}

/** How often each definition is referred to. The root is once without being referred to. */
function countReferences(root: unknown): ReadonlyMap<string, number> {
  const counts = new Map<string, number>([["#", 1]]);
  const visit = (schema: unknown, depth: number): void => {
    if (!isFields(schema) || depth > MAX_DEPTH) return;
    const pointer = pointerIn(schema.$ref);
    if (pointer !== undefined) {
      const count = counts.get(pointer) ?? 0;
      counts.set(pointer, count + 1);
      if (count === 0) visit(resolve(root, pointer), depth + 1);
    }
    for (const inner of subschemas(schema)) visit(inner, depth + 1);
  };
  visit(root, 0);
  return counts;
}

function comesBack(root: unknown, start: string | undefined): boolean {
  const seen = new Set<string>();
  const reaches = (schema: unknown, depth: number): boolean => {
    if (!isFields(schema) || depth > MAX_DEPTH) return false;
    const pointer = pointerIn(schema.$ref);
    if (pointer !== undefined && pointer === start) return true;
    if (pointer !== undefined && !seen.has(pointer)) {
      seen.add(pointer);
      if (reaches(resolve(root, pointer), depth + 1)) return true;
    }
    return wholeValue(schema).some((inner) => reaches(inner, depth + 1));
  };
  return start !== undefined && reaches(resolve(root, start), 0);
}

/** The place in the same document that a `$ref` names, always written in the same way. */
function pointerIn(ref: unknown): string | undefined {
  if (typeof ref !== "string" || !/^#(?:\/|$)/.test(ref)) return undefined;
  try {
    return decodeURIComponent(ref);
  } catch {
    return ref;
  }
}

function resolve(root: unknown, pointer: string | undefined): unknown {
  if (pointer === undefined) return undefined;
  const keys = pointer.split("/").slice(1);
  return keys.reduce<unknown>((at, key) => stepInto(at, key.replaceAll("~1", "/").replaceAll("~0", "~")), root);
}

function stepInto(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return /^\d+$/.test(key) ? value[Number(key)] : undefined;
  return isFields(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** A name would be longer than the type. */
function isScalar(schema: unknown): boolean {
  if (!isFields(schema)) return true;
  const { type, enum: values } = schema;
  return values === undefined && typeof type === "string" && type !== "object" && type !== "array";
}

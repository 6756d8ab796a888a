import { canonicalJson } from "../../json/canonical-json.ts";
import { isJsonObject } from "../../json/is-json-object.ts";
import type { Json } from "../../json/json.ts";
import { allowedValues, expectedTypes, isOfType, typeOf } from "../nodes/expected-types.ts";
import { followReferences } from "../nodes/json-pointer.ts";
import { isApplied, isIntersection, isSilentObject } from "../nodes/object-schemas.ts";
import { armsOf, isNode, listOf, membersOf, type SchemaNode } from "../nodes/schema-node.ts";
import { expectation } from "./expectation.ts";
import { addUnknownKey, explainObject } from "./explain-object.ts";
import { explainLimits, explainText } from "./explain-scalar.ts";
import { explainUnion } from "./explain-union.ts";
import type { Explain, ExplainContext } from "./explainer.ts";
import { Findings } from "./findings.ts";
import { instead, itsKeys } from "./hints.ts";

const NOTHING_BLAMED: ReadonlySet<string> = new Set();

/**
 * Makes the function that says what is wrong with a value, in words taken from the schema alone.
 * It covers what a model can act on; whether a value is valid is for a validator to say.
 */
export function compileExplainer(
  root: SchemaNode,
  options: { readonly closed: boolean; readonly quotes?: boolean | undefined },
) {
  const made = { alone: new Map<unknown, Explain>(), inPlace: new Map<unknown, Explain>() };
  const context: ExplainContext = {
    root,
    closed: options.closed,
    compile(schema, inPlace = false) {
      const memo = inPlace ? made.inPlace : made.alone;
      const explain = memo.get(schema) ?? lazily(() => build(schema, context, inPlace));
      memo.set(schema, explain);
      return explain;
    },
  };
  const explain = context.compile(root);
  return (value: Json, blamed = NOTHING_BLAMED): Findings => {
    const found = new Findings({ attempts: 0, blamed, quotes: options.quotes ?? true });
    explain(value, "", found);
    return found;
  };
}

/** A schema may hold itself, so its parts are made when they are first needed. */
function lazily(make: () => Explain): Explain {
  let explain: Explain | undefined;
  return (value, path, found) => {
    explain ??= make();
    explain(value, path, found);
  };
}

function build(schema: unknown, context: ExplainContext, inPlace: boolean): Explain {
  if (schema === false) return notAllowed;
  if (!isNode(schema)) return () => {};
  if (forbidsAll(schema.not)) return notAllowed;
  const target = schema.$ref === undefined ? undefined : referred(schema, context, inPlace);
  const fits = fitsType(schema, context.root);
  const parts = [
    ...(target ? [target] : []),
    ...explainLimits(schema),
    ...explainText(schema),
    ...explainArray(schema, context),
    ...explainObject(schema, context),
    ...explainIntersection(schema, context, inPlace),
    ...explainUnion(schema, context, inPlace),
  ];
  return (value, path, found) => {
    if (fits && !fits(value)) {
      found.add(path, () => mismatch(schema, value, { root: context.root, quotes: found.run.quotes }));
      return;
    }
    for (const part of parts) part(value, path, found);
  };
}

function referred(schema: SchemaNode, context: ExplainContext, inPlace: boolean): Explain {
  const explain = context.compile(followReferences(schema, context.root), inPlace);
  return (value, path, found) => {
    found.spend();
    explain(value, path, found);
  };
}

const notAllowed: Explain = (_, path, found) => found.add(path, () => "not allowed");

/** What `not` may not be: anything at all. */
function forbidsAll(not: unknown): boolean {
  return not === true || (isNode(not) && Object.keys(not).length === 0);
}

/** The other keywords say nothing useful about a value of the wrong type. */
function fitsType(schema: SchemaNode, root: SchemaNode): ((value: Json) => boolean) | undefined {
  const values = allowedValues(schema);
  // Whether two objects are equal is left to the validator.
  if (values !== undefined) return values.some(isStructured) ? undefined : (value) => values.includes(value);
  const types = schema.type === undefined ? undefined : expectedTypes(schema, root);
  const [only] = types ?? [];
  if (types?.length === 1 && only !== undefined) return (value) => isOfType(value, only);
  return types && ((value) => types.some((type) => isOfType(value, type)));
}

interface Wording {
  readonly root: SchemaNode;
  readonly quotes: boolean;
}

function mismatch(schema: SchemaNode, value: Json, { root, quotes }: Wording): string {
  // A type that JSON Schema does not have is told as it is written: no value is of it.
  const expected = expectation(schema, root) || String(schema.type);
  const allowed = allowedValues(schema);
  if (allowed !== undefined) return `expected ${expected}${quotes ? instead(value, allowed) : ""}`;
  return `expected ${expected}, got ${typeOf(value)}${expected === "object" ? itsKeys(schema) : ""}`;
}

function isStructured(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/** `items` (draft-07 and 2020-12), `prefixItems`, `additionalItems` and `uniqueItems`. */
function explainArray(schema: SchemaNode, context: ExplainContext): Explain[] {
  const { items, prefixItems, additionalItems, uniqueItems } = schema;
  const tuple = Array.isArray(items) ? items : listOf(prefixItems);
  const rest = Array.isArray(items) ? additionalItems : items;
  const parts: Explain[] = [];
  if (tuple.length > 0 || rest !== undefined) parts.push(explainItems(tuple, rest, context));
  if (uniqueItems === true) parts.push(explainUnique);
  return parts;
}

function explainItems(tuple: readonly unknown[], rest: unknown, context: ExplainContext): Explain {
  const first = tuple.map((item) => context.compile(item));
  const others = rest === undefined ? undefined : context.compile(rest);
  return (value, path, found) => {
    if (!Array.isArray(value)) return;
    const items: readonly Json[] = value;
    items.forEach((item, index) => {
      (first[index] ?? others)?.(item, `${path}/${index}`, found);
    });
  };
}

/** Compares by text, in linear time. */
const explainUnique: Explain = (value, path, found) => {
  if (!Array.isArray(value)) return;
  const different = new Set(value.map(canonicalJson));
  if (different.size < value.length) found.add(path, () => "expected no two equal items");
};

const MAX_DEPTH = 16;

/** `allOf`, and, in a closed schema, the keys that no part names where the parts could not be closed one by one. */
function explainIntersection(schema: SchemaNode, context: ExplainContext, inPlace: boolean): Explain[] {
  const shared = inPlace || isIntersection(schema);
  const parts = listOf(schema.allOf).map((part) => context.compile(part, shared));
  const open = isIntersection(schema) || isSilentObject(schema);
  const known = context.closed && !inPlace && open ? namedKeys(schema, context.root) : undefined;
  if (known !== undefined) parts.push(explainStrangers(known));
  return parts;
}

function explainStrangers(known: ReadonlySet<string>): Explain {
  return (value, path, found) => {
    if (!isJsonObject(value)) return;
    for (const key of Object.keys(value)) {
      if (!known.has(key)) addUnknownKey(key, { path, value, known, found });
    }
  };
}

/** Every key that some part names; `undefined` when a part takes keys without naming them. */
function namedKeys(schema: unknown, root: SchemaNode, depth = 0): ReadonlySet<string> | undefined {
  const node = followReferences(schema, root);
  if (!isNode(node) || depth > MAX_DEPTH || takesAnyKey(node)) return undefined;
  const parts = [...listOf(node.allOf), ...armsOf(node)].map((part) => namedKeys(part, root, depth + 1));
  const own = membersOf(node.properties).map(([key]) => key);
  return parts.includes(undefined) ? undefined : new Set([...own, ...parts.flatMap((keys) => [...(keys ?? [])])]);
}

function takesAnyKey(node: SchemaNode): boolean {
  const { additionalProperties, patternProperties, if: condition, properties, type } = node;
  const declared = additionalProperties !== undefined && additionalProperties !== false;
  const silent = properties === undefined && type === undefined && !isApplied(node);
  return declared || silent || patternProperties !== undefined || condition !== undefined;
}

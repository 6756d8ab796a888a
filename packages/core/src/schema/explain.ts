import type { Json } from "../json/json.ts";
import { expectation } from "./expectation.ts";
import { allowedValues, expectedTypes, isOfType, typeOf } from "./expected-types.ts";
import { explainArray } from "./explain-array.ts";
import { explainIntersection } from "./explain-intersection.ts";
import { explainObject } from "./explain-object.ts";
import { explainLimits, explainText } from "./explain-scalar.ts";
import { explainUnion } from "./explain-union.ts";
import type { Explain, ExplainContext } from "./explainer.ts";
import { Findings } from "./findings.ts";
import { instead, itsKeys } from "./hints.ts";
import { followReferences } from "./json-pointer.ts";
import { isNode, type SchemaNode } from "./schema-node.ts";

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
  const target =
    schema.$ref === undefined ? undefined : context.compile(followReferences(schema, context.root), inPlace);
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
  const expected = expectation(schema, root);
  const allowed = allowedValues(schema);
  if (allowed !== undefined) return `expected ${expected}${quotes ? instead(value, allowed) : ""}`;
  return `expected ${expected}, got ${typeOf(value)}${expected === "object" ? itsKeys(schema) : ""}`;
}

function isStructured(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

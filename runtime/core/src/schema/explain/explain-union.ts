import { isJsonObject } from "../../json/is-json-object.ts";
import type { Json, JsonObject } from "../../json/json.ts";
import { typeOf } from "../nodes/expected-types.ts";
import { followReferences, pointerStep } from "../nodes/json-pointer.ts";
import { isIntersection } from "../nodes/object-schemas.ts";
import { armsOf, isNode, type SchemaNode } from "../nodes/schema-node.ts";
import { readArm, type UnionArm } from "../nodes/union-arm.ts";
import { expectation, oneOf } from "./expectation.ts";
import type { Explain, ExplainContext } from "./explainer.ts";
import type { Findings } from "./findings.ts";
import { instead, itsKeys } from "./hints.ts";

interface Arm extends UnionArm {
  readonly explain: Explain;
}

/** `anyOf` and `oneOf`: explains the arm that was most likely meant. */
export function explainUnion(schema: SchemaNode, context: ExplainContext, inPlace: boolean): Explain[] {
  const shared = inPlace || isIntersection(schema);
  const arms = armsOf(schema).map(
    (arm): Arm => ({ ...readArm(arm, context.root), explain: context.compile(arm, shared) }),
  );
  if (arms.length === 0) return [];
  const expected = expectation({ anyOf: armsOf(schema) }, context.root);
  const keys = () => keysOfOnlyObject(schema, context.root);
  return [
    (value, path, found) => {
      const fitting = arms.filter((arm) => arm.fitsType(value));
      if (fitting.length === 0) found.add(path, () => `expected ${expected}, got ${typeOf(value)}${keys()}`);
      else explainTagged(fitting, value, path, found);
    },
  ];
}

/** An object that may be null is still one object. */
function keysOfOnlyObject(schema: SchemaNode, root: SchemaNode): string {
  const arms = armsOf(schema).map((arm) => followReferences(arm, root));
  const [only, ...others] = arms.filter((arm) => isNode(arm)).filter((arm) => arm.properties !== undefined);
  return only === undefined || others.length > 0 ? "" : itsKeys(only);
}

/**
 * Tries the arms whose tags agree with the value; when no arm fits, says what would have told them apart, or explains
 * the best.
 */
function explainTagged(arms: readonly Arm[], value: Json, path: string, found: Findings): void {
  const tagged = arms.filter((arm) => arm.hasTags(value));
  const candidates = tagged.length === 0 ? arms : tagged;
  const [only] = candidates;
  if (candidates.length === 1 && only) {
    only.explain(value, path, found);
    return;
  }
  const best = tryArms(candidates, value, path, found);
  if (best === undefined) return;
  const tag = isJsonObject(value) ? missedTag(candidates, value) : undefined;
  if (tag === undefined) {
    found.take(best);
    return;
  }
  found.add(path + pointerStep(tag.key), () => {
    const expected = `expected ${oneOf(tag.allowed)}`;
    if (!tag.present) return `missing; ${expected}`;
    return found.run.quotes ? expected + instead(isJsonObject(value) ? value[tag.key] : null, tag.allowed) : expected;
  });
  found.takeUnknownKeys(best);
}

/** A key by which every arm can be told, and whose value fits none of them. */
function missedTag([first, ...others]: readonly Arm[], value: JsonObject) {
  for (const [key, values] of first?.tags ?? []) {
    const allowed = [...new Set([...values, ...others.flatMap((arm) => arm.tags.get(key) ?? [])])];
    const present = Object.hasOwn(value, key);
    if (others.every((arm) => arm.tags.has(key)) && !(present && allowed.includes(value[key]))) {
      return { key, allowed, present };
    }
  }
  return undefined;
}

/**
 * `undefined` when an arm fits. An arm that fits but for unknown keys is best: a library would take it and drop them.
 */
function tryArms(arms: readonly Arm[], value: Json, path: string, found: Findings): Findings | undefined {
  let best: Findings | undefined;
  for (const arm of arms) {
    const attempt = found.attempt();
    arm.explain(value, path, attempt);
    if (attempt.count === 0) return undefined;
    if (best === undefined || faults(attempt) < faults(best)) best = attempt;
  }
  return best;
}

function faults({ count, unknownCount }: Findings): number {
  return count === unknownCount ? count - Number.MAX_SAFE_INTEGER : count;
}

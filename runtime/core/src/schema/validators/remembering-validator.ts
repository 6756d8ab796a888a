import { dereference, type SchemaDraft, validate } from "@cfworker/json-schema";
import { isJsonArray } from "../../json/is-json-array.ts";
import type { Json } from "../../json/json.ts";
import type { SchemaNode } from "../nodes/schema-node.ts";

type Change = (node: SchemaNode) => SchemaNode;

/** The object or list that was looked at last. */
interface Watch {
  seen: object | undefined;
}

/**
 * Judges each object and list once by each reference, so that schemas that refer to themselves twice take no longer
 * for every level of a value. It says nothing of why. `guarded` makes a schema anew with every node changed.
 */
export function rememberingValidator(guarded: (change: Change) => SchemaNode, draft: SchemaDraft) {
  const watch: Watch = { seen: undefined };
  const judging: Judging = { watch, judge: (value, node) => validate(value, node, draft, lookup).valid };
  const schema = guarded((node) => (Object.hasOwn(node, "$ref") ? remembered(node, judging) : node));
  const lookup = dereference(schema);
  return (value: Json): boolean => judging.judge(watched(value, watch), schema);
}

interface Judging {
  readonly watch: Watch;
  readonly judge: (value: unknown, node: SchemaNode) => boolean;
}

/** What has no members is judged as ever: it ends what refers to itself. */
function remembered(node: SchemaNode, { watch, judge }: Judging): SchemaNode {
  const known = new WeakMap<object, boolean | "open">();
  // The validator compares the value that it judges with each member of this list, and so tells which one that is.
  const some = (isSame: (member: unknown) => boolean): boolean => {
    watch.seen = undefined;
    for (const empty of [{}, []]) isSame(empty);
    const { seen } = watch;
    if (seen === undefined) return false;
    const before = known.get(seen);
    if (before === "open") throw new RangeError("a schema that refers to itself for the same value");
    if (before !== undefined) return before;
    known.set(seen, "open");
    const outcome = judge(seen, node);
    known.set(seen, outcome);
    return outcome;
  };
  const { definitions, $defs } = node;
  const named = { ...(definitions !== undefined && { definitions }), ...($defs !== undefined && { $defs }) };
  const structured = { type: ["object", "array"] };
  const once = { if: { not: structured }, else: { enum: { some, toJSON() {} } } };
  return { ...named, allOf: [once, { if: structured, else: node }] };
}

/** A copy of a value in which every object and list tells when it is compared. */
function watched(value: Json, watch: Watch): unknown {
  if (typeof value !== "object" || value === null) return value;
  const copy = isJsonArray(value)
    ? value.map((item) => watched(item, watch))
    : Object.fromEntries(Object.entries(value).map(([key, member]) => [key, watched(member, watch)]));
  const told: object = new Proxy(copy, {
    ownKeys: (target) => {
      watch.seen = told;
      return Reflect.ownKeys(target);
    },
    get: (target, key) => {
      if (key === "length") watch.seen = told;
      return Reflect.get(target, key);
    },
  });
  return told;
}

import type { Json } from "../json/json.ts";
import type { LlmToolDefinition } from "../model/model-port.ts";
import { checkArgument } from "../options/check-options.ts";
import { anObject, oneOf } from "../options/option-rules.ts";
import { withoutOptionalNulls } from "../schema/mend/without-optional.ts";
import { followReferences } from "../schema/nodes/json-pointer.ts";
import type { SchemaNode } from "../schema/nodes/schema-node.ts";
import { type RewrittenSchema, rewriteSchema, type SchemaSize } from "./rewrite-schema.ts";
import type { StrictProblem } from "./strict-problem.ts";
import { STRICT_RULES, type StrictProvider, type StrictRules } from "./strict-provider.ts";

/** A definition in strict form, or every reason why it has none. */
export type StrictDefinition =
  | {
      readonly ok: true;
      /** With `strict: true`. */
      readonly definition: LlmToolDefinition;
      readonly size: SchemaSize;
      /** Makes arguments that a strict model sent fit the original schema: absent again where null was put in. */
      readonly restore: (args: Json) => Json;
    }
  | { readonly ok: false; readonly problems: readonly StrictProblem[] };

const A_DEFINITION = {
  form: "a definition, as toolToSchema(tool) gives it",
  fits: (value: unknown) => anObject.fits(Object(value).function) && anObject.fits(Object(value).function.parameters),
};

const A_PROVIDER = oneOf(...Object.keys(STRICT_RULES));

/**
 * Writes a tool's definition as a provider's strict mode takes it. Keywords that only narrow values are left out where
 * the provider does not know them: the runner judges every call by the original schema. Throws a `TypeError` for what
 * is no definition.
 */
export function toStrictDefinition(definition: LlmToolDefinition, provider: StrictProvider): StrictDefinition {
  checkArgument(definition, { of: "The first argument of toStrictDefinition", rule: A_DEFINITION });
  checkArgument(provider, { of: "The second argument of toStrictDefinition", rule: A_PROVIDER });
  const rules = STRICT_RULES[provider];
  const original = definition.function.parameters;
  const rewritten = rewriteSchema(original, rules);
  const problems = [...rewritten.problems, ...beyondLimits(rewritten, rules)];
  if (!rules.allowsRecursion && isRecursive(original)) problems.push({ code: "recursive", path: "" });
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    definition: { ...definition, function: { ...definition.function, parameters: rewritten.schema, strict: true } },
    size: rewritten.size,
    restore: (args) => (rules.requiresAllKeys ? withoutOptionalNulls(args, original) : args),
  };
}

function beyondLimits({ size }: RewrittenSchema, { maxKeys, maxEnumValues }: StrictRules): StrictProblem[] {
  return [
    ...(size.keys > maxKeys ? [{ code: "too_many_keys", path: "" } as const] : []),
    ...(size.enumValues > maxEnumValues ? [{ code: "too_many_enum_values", path: "" } as const] : []),
  ];
}

/** Whether a schema refers to itself, by whatever way. Linear in the schema's size. */
function isRecursive(root: SchemaNode): boolean {
  const done = new Set<unknown>();
  const open = new Set<unknown>();
  const visit = (value: unknown): boolean => {
    if (typeof value !== "object" || value === null || done.has(value)) return false;
    if (open.has(value)) return true;
    open.add(value);
    const below = "$ref" in value ? [followReferences(value, root)] : Object.values(value);
    const found = below.some(visit);
    open.delete(value);
    done.add(value);
    return found;
  };
  return visit(root);
}

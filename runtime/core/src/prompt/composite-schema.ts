import { NO_PROMPT, type OwnSchema } from "../faces/bind-sub-tool.ts";
import type { SubTool } from "../faces/sub-tool.ts";
import type { JsonSchema } from "../json/json.ts";
import { checkArgument } from "../options/check-options.ts";
import { OWN_VENDOR } from "../schema/compile/compile-input-schema.ts";
import { mapSchemas } from "../schema/nodes/map-schemas.ts";
import type { SchemaNode } from "../schema/nodes/schema-node.ts";
import type { Tool } from "../tool/tool.ts";
import { checkDescribed, SUB_TOOLS } from "./check-definitions.ts";
import { partOf } from "./part-of.ts";

/** One entry of a composite call. Whether `args` fit is for the sub-tool to judge. */
export interface CompositeCall {
  readonly name: string;
  readonly args?: unknown;
}

/** The arguments of a composite call. */
export interface CompositeInput {
  readonly calls: readonly CompositeCall[];
}

/**
 * The schema of a composite call: a model is told of a strict union with one arm for each part, but any entry with a
 * text `name` is taken, so that one bad entry does not refuse the others. `label` is what a part is called.
 */
export function createCompositeSchema(
  parts: readonly (SubTool | Tool)[],
  label = "sub-tool",
): OwnSchema<CompositeInput> {
  checkArgument(parts, { of: "The parts of createCompositeSchema", rule: SUB_TOOLS });
  const bound = parts.map((part) => partOf(part, NO_PROMPT));
  const schema = compositeJsonSchema(bound, label);
  const written = () => ({ ...schema });
  const validate = (value: unknown) =>
    isCompositeInput(value) ? { value } : { issues: [{ message: "not a list of calls" }] };
  return { "~standard": { version: 1, vendor: OWN_VENDOR, validate, jsonSchema: { input: written, output: written } } };
}

function compositeJsonSchema(parts: readonly Tool[], label: string): JsonSchema {
  const anyOf = parts.map((part, index) => arm(part, { label, place: `/properties/calls/items/anyOf/${index}` }));
  const calls = { type: "array", description: `Array of ${label} calls to execute`, items: { anyOf } };
  return { type: "object", properties: { calls }, required: ["calls"], additionalProperties: false };
}

function arm({ name, description, definition }: Tool, { label, place }: { label: string; place: string }): JsonSchema {
  const { $schema: _dialect, ...parameters } = definition.parameters;
  const args = rebaseReferences(parameters, `${place}/properties/args`);
  return {
    type: "object",
    properties: {
      name: { type: "string", const: name, description: `Call the "${name}" ${label}` },
      args: { ...args, description },
    },
    required: ["name", "args"],
    additionalProperties: false,
  };
}

function isCompositeInput(value: unknown): value is CompositeInput {
  if (typeof value !== "object" || value === null || !("calls" in value) || !Array.isArray(value.calls)) return false;
  return Object.keys(value).length === 1 && value.calls.every(isCall);
}

function isCall(value: unknown): value is CompositeCall {
  return typeof value === "object" && value !== null && "name" in value && typeof value.name === "string";
}

/**
 * Points the local references of a schema (`#`, `#/definitions/x`) at the place where it now stands, a JSON Pointer.
 */
export function rebaseReferences(schema: SchemaNode, place: string): SchemaNode {
  return mapSchemas(schema, (node) => {
    const { $ref } = node;
    return typeof $ref === "string" && /^#(\/|$)/.test($ref) ? { ...node, $ref: `#${place}${$ref.slice(1)}` } : node;
  });
}

/** A composite's description followed by a line for each of its parts; `itemType` is what a part is called. */
export function buildEnhancedDescription(
  description: string,
  parts: readonly { readonly name: string; readonly description: string }[],
  itemType = "sub-tool",
): string {
  checkDescribed(description, parts, itemType);
  const lines = parts.map((part) => `  - ${part.name}: ${part.description}`);
  return [description, "", `Available ${itemType}s:`, ...lines].join("\n");
}

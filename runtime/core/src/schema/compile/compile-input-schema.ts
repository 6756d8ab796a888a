import type { JsonSchema } from "../../json/json.ts";
import type { Schema } from "../../tool/tool.ts";
import type { CompileSchemaOptions } from "../check/compile-schema-options.ts";
import type { CompiledSchema } from "../check/compiled-schema.ts";
import { plainCheck } from "../check/plain-check.ts";
import { standardCheck } from "../check/standard-check.ts";
import { followReferences } from "../nodes/json-pointer.ts";
import { armsOf, isNode, listOf } from "../nodes/schema-node.ts";
import { closeObjects } from "./close-objects.ts";
import { isStandardSchema, writeJsonSchema } from "./write-json-schema.ts";

/**
 * Makes a tool's input schema ready: what goes out to a model, and the check of every call.
 * Throws a `TypeError` that names the tool when the schema cannot be written as a JSON Schema of an object.
 */
export function compileInputSchema(schema: Schema<unknown>, options: CompileSchemaOptions): CompiledSchema {
  if (isStandardSchema(schema)) {
    const jsonSchema = asObjectSchema(closeObjects(writeJsonSchema(schema, "input", options.toolName)), options);
    return {
      jsonSchema,
      check: standardCheck(schema, { jsonSchema, closed: schema["~standard"].vendor !== OWN_VENDOR }),
    };
  }
  if (!isNode(schema) || !maybeObject(schema)) throw notAnObject(options.toolName);
  return { jsonSchema: schema, check: plainCheck(schema, options) };
}

/** The vendor of schemas made here: they judge keys themselves, and may take more than they advertise. */
export const OWN_VENDOR = "toolwright";

/** Providers refuse a root without `type`, so a union or intersection of objects says that it is one. */
function asObjectSchema(schema: JsonSchema, { toolName }: CompileSchemaOptions): JsonSchema {
  if (schema.type === "object") return schema;
  if (schema.type !== undefined || !isObjectSchema(schema, schema)) throw notAnObject(toolName);
  return { type: "object", ...schema };
}

function isObjectSchema(schema: unknown, root: JsonSchema, depth = 0): boolean {
  const node = followReferences(schema, root);
  if (!isNode(node) || depth > 16) return false;
  if (node.type !== undefined) return node.type === "object";
  const arms = armsOf(node);
  const isObject = (arm: unknown) => isObjectSchema(arm, root, depth + 1);
  return (
    node.properties !== undefined || (arms.length > 0 && arms.every(isObject)) || listOf(node.allOf).some(isObject)
  );
}

/** A plain schema is taken as it is, unless it can never hold for an object. */
function maybeObject({ type }: JsonSchema): boolean {
  return type === undefined || [type].flat().includes("object");
}

function notAnObject(toolName: string): TypeError {
  return new TypeError(
    `Tool ${JSON.stringify(toolName)}: its input schema must describe an object, because tool arguments have names. Put the value into an object with one key.`,
  );
}

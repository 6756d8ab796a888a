import { expectedTypes, isOfType } from "../schema/nodes/expected-types.ts";
import { isNode, listOf, membersOf, type SchemaNode } from "../schema/nodes/schema-node.ts";

/** What a parameter of this name usually looks like. */
const KNOWN: ReadonlyMap<string, string> = new Map([
  ["file_path", '"src/main.ts"'],
  ["file_paths", '["src/main.ts"]'],
  ["path", '"."'],
  ["pattern", '"**/*.ts"'],
  ["command", '"ls -la"'],
  ["content", '"Hello world"'],
  ["old_string", '"old text"'],
  ["new_string", '"new text"'],
  ["limit", "50"],
  ["offset", "0"],
  ["case_sensitive", "false"],
]);

/** A call with every required parameter filled in: `bash(command="ls -la")`. */
export function exampleCall(toolName: string, parameters: SchemaNode): string {
  const schemas = new Map(membersOf(parameters.properties));
  const required = listOf(parameters.required).filter((name) => typeof name === "string");
  const shown = required.map((name) => `${name}=${exampleValue(name, schemas.get(name), parameters)}`);
  return `${toolName}(${shown.join(", ")})`;
}

function exampleValue(name: string, schema: unknown, root: SchemaNode): string {
  const allowed = isNode(schema) ? (schema.const ?? listOf(schema.enum)[0]) : undefined;
  if (allowed !== undefined) return JSON.stringify(allowed);
  const [type = "string"] = expectedTypes(schema, root) ?? [];
  const known = KNOWN.get(name);
  if (known !== undefined && isOfType(JSON.parse(known), type)) return known;
  return { ...BY_TYPE, string: `"${name}_value"` }[type];
}

const BY_TYPE = { null: "null", boolean: "false", integer: "0", number: "0", array: "[]", object: "{}" };

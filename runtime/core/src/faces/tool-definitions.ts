import type { LlmToolDefinition } from "../model/model-port.ts";
import { checkArgument } from "../options/check-options.ts";
import type { OptionRule } from "../options/option-rules.ts";
import { toolToSchema as schemaOf } from "../registry/tool-to-schema.ts";
import type { Schema, Tool, ToolDefinition } from "../tool/tool.ts";
import { adaptTool } from "./adapt-tool.ts";
import { defineTool } from "./define-tool.ts";
import type { RegistryTool } from "./registry-tool.ts";
import type { ToolRegistry } from "./tool-registry.ts";

interface Promised {
  readonly name: string;
  readonly description: string;
}

/** A tool of any kind, or what one promises. */
export type AnyTool =
  | Tool
  | RegistryTool
  | { asTool(): Tool }
  | (Promised & ({ readonly input: Schema<unknown> } | { readonly inputSchema: Schema<unknown> }))
  | ToolDefinition;

const A_TOOL: OptionRule = {
  form: "a tool (of defineTool, a class tool, or an object with name, description, parameters and execute) or a contract",
  fits: (value) =>
    typeof value === "object" && value !== null && NAMED.some((field) => isThere(Reflect.get(value, field))),
};

const NAMED = ["definition", "asTool", "name"];

const TOOLS: OptionRule = {
  form: "a ToolRegistry, or an array of tools or contracts",
  fits: (value) =>
    typeof value === "object" && value !== null && ("getDefinitions" in value || Symbol.iterator in value),
};

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/**
 * A tool as a model is told of it, in OpenAI's shape. Throws a `TypeError` for what is no tool, and a name or a schema
 * that cannot be used.
 */
export function toolToSchema(tool: AnyTool): LlmToolDefinition {
  checkArgument(tool, { of: "The argument of toolToSchema", rule: A_TOOL });
  if ("definition" in tool) return schemaOf(tool);
  if ("asTool" in tool) return schemaOf(tool.asTool());
  if ("input" in tool) return schemaOfContract(tool, tool.input);
  if ("inputSchema" in tool) return schemaOfContract(tool, tool.inputSchema);
  return "execute" in tool ? schemaOf(adaptTool(tool)) : schemaOfContract(tool, tool.parameters);
}

function schemaOfContract({ name, description }: Promised, input: Schema<unknown>): LlmToolDefinition {
  return schemaOf(defineTool({ name, description, input, execute: () => {} }));
}

/**
 * What a model is told of every tool of a registry, or of a list of tools or contracts. Throws a `TypeError` as
 * `toolToSchema` does.
 */
export function getLlmToolDefinitions(
  tools: Pick<ToolRegistry, "getDefinitions"> | Iterable<AnyTool>,
): LlmToolDefinition[] {
  checkArgument(tools, { of: "The argument of getLlmToolDefinitions", rule: TOOLS });
  return "getDefinitions" in tools ? tools.getDefinitions() : Array.from(tools, toolToSchema);
}

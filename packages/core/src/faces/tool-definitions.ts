import type { LlmToolDefinition } from "../model/model-port.ts";
import { toolToSchema as schemaOf } from "../registry/tool-to-schema.ts";
import type { Schema, Tool } from "../tool/tool.ts";
import { adaptTool } from "./adapt-tool.ts";
import type { RegistryTool } from "./registry-tool.ts";
import { defineTool } from "./tool.ts";
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
  | (Promised & ({ readonly input: Schema<unknown> } | { readonly inputSchema: Schema<unknown> }));

/** A tool as a model is told of it, in OpenAI's shape. Throws a `TypeError` for a name or a schema that cannot be used. */
export function toolToSchema(tool: AnyTool): LlmToolDefinition {
  if ("definition" in tool) return schemaOf(tool);
  if ("asTool" in tool) return schemaOf(tool.asTool());
  if ("input" in tool) return schemaOfContract(tool, tool.input);
  if ("inputSchema" in tool) return schemaOfContract(tool, tool.inputSchema);
  return schemaOf(adaptTool(tool));
}

function schemaOfContract({ name, description }: Promised, input: Schema<unknown>): LlmToolDefinition {
  return schemaOf(defineTool({ name, description, input, execute: () => {} }));
}

/** What a model is told of every tool of a registry, or of a list of tools or contracts. */
export function getLlmToolDefinitions(
  tools: Pick<ToolRegistry, "getDefinitions"> | Iterable<AnyTool>,
): LlmToolDefinition[] {
  return "getDefinitions" in tools ? tools.getDefinitions() : Array.from(tools, toolToSchema);
}

import type { Tool as McpTool } from "@modelcontextprotocol/server";
import type { JsonSchema, Tool, ToolRegistry } from "@toolwright/core";

/** The tools of a registry as MCP describes tools. */
export function listTools(registry: ToolRegistry): McpTool[] {
  return registry.tools().map(described);
}

function described(tool: Tool): McpTool {
  const { name, description, definition, effects } = tool;
  const outputSchema = advertisedOutput(tool);
  return {
    name,
    description,
    inputSchema: { type: "object", ...definition.parameters },
    ...(outputSchema !== undefined && { outputSchema: { ...outputSchema, type: "object" } }),
    annotations: {
      readOnlyHint: effects.kind === "read",
      idempotentHint: effects.idempotent,
      openWorldHint: effects.kind === "external" || effects.kind === undefined,
      ...(effects.kind !== "read" && { destructiveHint: true }),
    },
  };
}

/**
 * The schema that every result can be held to; undefined where there is none: a result of another type cannot be
 * structured content, and what the allowlist takes away cannot be promised.
 */
export function advertisedOutput(tool: Tool | undefined): JsonSchema | undefined {
  const schema = tool?.spec.output?.jsonSchema;
  if (schema?.type !== "object") return undefined;
  const allowlist: unknown = tool?.spec.allowlist;
  if (!Array.isArray(allowlist)) return allowlist === "none" ? undefined : schema;
  const required: unknown = schema.required ?? [];
  return Array.isArray(required) && required.every((key) => allowlist.includes(key)) ? schema : undefined;
}

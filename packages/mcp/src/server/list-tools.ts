import type { Tool as McpTool } from "@modelcontextprotocol/server";
import type { Tool, ToolRegistry } from "@toolwright/core";

/** The tools of a registry as MCP describes tools. */
export function listTools(registry: ToolRegistry): McpTool[] {
  return registry.tools().map(described);
}

function described({ name, description, definition, spec, effects }: Tool): McpTool {
  const output = spec.output?.jsonSchema;
  return {
    name,
    description,
    inputSchema: { type: "object", ...definition.parameters },
    // A result of another type cannot be structured content.
    ...(output?.type === "object" && { outputSchema: { ...output, type: "object" } }),
    annotations: {
      readOnlyHint: effects.kind === "read",
      idempotentHint: effects.idempotent,
      openWorldHint: effects.kind === "external" || effects.kind === undefined,
      ...(effects.kind !== "read" && { destructiveHint: true }),
    },
  };
}

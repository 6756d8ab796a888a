import type { LlmToolDefinition } from "../model/model-port.ts";
import type { ToolRegistry } from "./tool-registry.ts";

/** What a model is told of every tool of a registry; 002's name for it. */
export function getLlmToolDefinitions(registry: Pick<ToolRegistry, "getDefinitions">): LlmToolDefinition[] {
  return registry.getDefinitions();
}

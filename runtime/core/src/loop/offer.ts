import type { LlmToolDefinition } from "../model/model-port.ts";
import { toolToSchema } from "../registry/tool-to-schema.ts";
import type { Tool } from "../tool/tool.ts";

/** The tools that a model is told of in a step. */
export interface Offer {
  readonly tools: readonly Tool[];
  readonly active: ReadonlyMap<string, Tool>;
  /** One list for all events that name it, so that nobody may change it. */
  readonly names: readonly string[];
  readonly definitions: readonly LlmToolDefinition[];
}

/** The offer of these tools: that of the step before, where it had the same. */
export function offerOf(tools: readonly Tool[], before: Offer | undefined): Offer {
  if (before !== undefined && isSame(tools, before.tools)) return before;
  const active = new Map<string, Tool>();
  for (const tool of tools) active.set(tool.name, tool);
  return {
    tools,
    active,
    names: Object.freeze([...active.keys()]),
    definitions: Object.freeze([...active.values()].map(toolToSchema)),
  };
}

function isSame(tools: readonly Tool[], before: readonly Tool[]): boolean {
  return tools.length === before.length && tools.every((tool, index) => tool === before[index]);
}

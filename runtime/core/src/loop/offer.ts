import type { LlmToolDefinition } from "../model/model-port.ts";
import { toolToSchema } from "../registry/tool-to-schema.ts";
import type { Tool } from "../tool/tool.ts";

/** The tools that a model is told of in a step. */
export interface Offer {
  readonly tools: readonly Tool[];
  /** Tools that it can call and is not told of. */
  readonly unlisted: readonly Tool[];
  readonly active: ReadonlyMap<string, Tool>;
  /** Of those that it is told. One list for all events that name it, so that nobody may change it. */
  readonly names: readonly string[];
  readonly definitions: readonly LlmToolDefinition[];
}

/** What is offered before the first step. */
export const NOTHING: Offer = {
  tools: [],
  unlisted: [],
  active: new Map(),
  names: Object.freeze([]),
  definitions: Object.freeze([]),
};

/** The offer of these tools: that of the step before, or its `unlisted`, where it had the same. */
export function offerOf(tools: readonly Tool[], unlisted: readonly Tool[], before: Offer): Offer {
  const kept = areSame(unlisted, before.unlisted) ? before.unlisted : unlisted;
  if (kept === before.unlisted && areSame(tools, before.tools)) return before;
  const listed = new Map(tools.map((tool) => [tool.name, tool]));
  const active = new Map(listed);
  for (const tool of unlisted) if (!active.has(tool.name)) active.set(tool.name, tool);
  return {
    tools,
    unlisted: kept,
    active,
    names: Object.freeze([...listed.keys()]),
    definitions: Object.freeze([...listed.values()].map(toolToSchema)),
  };
}

/** Whether these are the same tools in the same order. */
export function areSame(tools: readonly Tool[], before: readonly Tool[]): boolean {
  return tools.length === before.length && tools.every((tool, index) => tool === before[index]);
}

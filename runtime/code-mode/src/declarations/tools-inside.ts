import type { Tool } from "@toolwright/core";
import { FINDER_NAMES } from "./finders.ts";
import { identifierOf } from "./program-names.ts";

/** Tools, by whether one code mode can hold them together. */
export interface ToolsInside {
  readonly inside: readonly Tool[];
  /** Tools whose names in a program an earlier one has. */
  readonly outside: readonly Tool[];
}

/**
 * Which of these tools one code mode takes: those whose names in a program differ, the earlier one of two. For lists
 * that others make, such as those of MCP servers; `createCodeMode` itself refuses a list with such names.
 */
export function toolsInside(tools: readonly Tool[]): ToolsInside {
  const taken = new Set<string>(FINDER_NAMES);
  const inside: Tool[] = [];
  const outside: Tool[] = [];
  for (const tool of tools) {
    const names = [identifierOf(tool.name), tool.name];
    const fits = !names.some((name) => taken.has(name));
    (fits ? inside : outside).push(tool);
    if (fits) for (const name of names) taken.add(name);
  }
  return { inside, outside };
}

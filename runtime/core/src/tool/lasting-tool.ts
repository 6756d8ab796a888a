import type { ToolCore } from "./tool.ts";

const LASTING = Symbol.for("toolwright.LastingTool");

/**
 * The same tool, of which the last call counts as long as the conversation goes on, such as one that writes a plan: no
 * summary loses it.
 */
export function lasting<T extends ToolCore>(tool: T): T {
  return Object.freeze({ ...tool, [LASTING]: true });
}

export function isLasting(tool: ToolCore & { readonly [LASTING]?: true }): boolean {
  return tool[LASTING] === true;
}

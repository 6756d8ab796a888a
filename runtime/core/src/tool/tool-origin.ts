import type { ToolCore } from "./tool.ts";

/** The server that a tool was taken from, and what it is called there: rules name it so, whatever a model calls it. */
export interface ToolOrigin {
  readonly server: string;
  readonly tool: string;
}

const ORIGIN = Symbol.for("toolwright.ToolOrigin");

/** The same tool, with where it was taken from. */
export function withOrigin<T extends ToolCore>(tool: T, origin: ToolOrigin): T {
  return Object.freeze({ ...tool, [ORIGIN]: origin });
}

/** Undefined for a tool of this program's own. */
export function originOf(tool: ToolCore & { readonly [ORIGIN]?: ToolOrigin }): ToolOrigin | undefined {
  return tool[ORIGIN];
}

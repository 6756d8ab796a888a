import { isTool } from "../tool/is-tool.ts";
import { lazy } from "../tool/lazy.ts";
import type { Tool } from "../tool/tool.ts";
import type { Registrable } from "./registrable.ts";

const making = lazy(() => import("./to-tool.ts"));

/**
 * The tools that forms stand for, no two of one name. What `defineTool` made is taken as it is; what makes tools of
 * other forms is loaded for them. Rejects with a `TypeError` for what is no tool.
 */
export async function asTools(given: readonly Registrable[]): Promise<readonly Tool[]> {
  return given.every(isTool) && isDistinct(given) ? given : (await making()).distinctTools(given);
}

function isDistinct(tools: readonly Tool[]): boolean {
  return new Set(tools.map(({ name }) => name)).size === tools.length;
}

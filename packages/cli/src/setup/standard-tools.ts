import type { OutputCache, Tool } from "@toolwright/core";

/** Seconds that a shell line gets, and the most it may ask for (workspace-tools.md, "Names and defaults"). */
const BASH = { defaultTimeout: 120, maxTimeout: 600 };

/** The standard tools with the command's own limits, and those that read what `cache` keeps aside. */
export async function standardTools(_cache: OutputCache): Promise<readonly Tool[]> {
  const { bashTool, doneTool, getCurrentTimeTool } = await import("@toolwright/workspace");
  return [bashTool(BASH), getCurrentTimeTool(), doneTool()];
}

import type { OutputCache, Tool } from "@toolwright/core";

/** Seconds that a shell line gets, and the most it may ask for (workspace-tools.md, "Names and defaults"). */
const BASH = { defaultTimeout: 120, maxTimeout: 600 };

/** The standard tools with the command's own limits. */
export async function standardTools(_cache: OutputCache): Promise<readonly Tool[]> {
  const workspace = await import("@toolwright/workspace");
  return workspace.standardTools({ bash: BASH });
}

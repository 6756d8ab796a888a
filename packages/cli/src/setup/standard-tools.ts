import { type OutputCache, type Tool, toolOutputCache, toolOutputCacheGrep } from "@toolwright/core";

/** Seconds that a shell line gets, and the most it may ask for (workspace-tools.md); whether it asks is for the policy to say. */
const BASH = { defaultTimeout: 120, maxTimeout: 600, asks: false };

/** The standard tools with the command's own limits. */
export async function standardTools(cache: OutputCache): Promise<readonly Tool[]> {
  const workspace = await import("@toolwright/workspace");
  return [...workspace.standardTools({ bash: BASH, agent: true }), toolOutputCache(cache), toolOutputCacheGrep(cache)];
}

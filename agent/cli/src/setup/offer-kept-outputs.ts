import { toolOutputCache, toolOutputCacheGrep } from "@toolwright/core";
import type { FolderAgent } from "@toolwright/workspace";

/** Adds the tools that read what was kept aside, for calls without a loop, which would offer them by itself. */
export function offerKeptOutputs({ tools, outputCache }: FolderAgent): void {
  for (const tool of [toolOutputCache(outputCache), toolOutputCacheGrep(outputCache)])
    if (tools.get(tool.name) === undefined) tools.register(tool);
}

import { createMemoryOutputCache } from "../result/memory-output-cache.ts";
import type { OutputCache } from "../result/output-cache.ts";
import { toolOutputCache } from "../result/tool-output-cache.tool.ts";
import { toolOutputCacheGrep } from "../result/tool-output-cache-grep.tool.ts";
import type { Tool } from "../tool/tool.ts";

/** Where the outputs of a run are kept, and the tools that read them. */
export interface KeptOutputs {
  readonly cache: OutputCache;
  readonly tools: readonly Tool[];
}

/** Without a cache one in memory is made. */
export function keptOutputs(cache: OutputCache = createMemoryOutputCache()): KeptOutputs {
  return { cache, tools: [toolOutputCache(cache), toolOutputCacheGrep(cache)] };
}

import { createMemoryOutputCache } from "../result/memory-output-cache.ts";
import type { OutputCache } from "../result/output-cache.ts";
import { toolOutputCache } from "../result/tool-output-cache.tool.ts";
import { toolOutputCacheGrep } from "../result/tool-output-cache-grep.tool.ts";
import type { Policy } from "../run/policy.ts";
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

/** Whether a policy lets a model be told of all of them. One that fails offers nothing. */
export function areOffered(tools: readonly Tool[], policy: Policy): boolean {
  try {
    return tools.every((tool) => policy.offers?.(tool) ?? true);
  } catch {
    return false;
  }
}

import { createMemoryOutputCache } from "../result/memory-output-cache.ts";
import type { OutputCache } from "../result/output-cache.ts";
import type { Policy } from "../run/policy.ts";
import { lazy } from "../tool/lazy.ts";
import type { Tool } from "../tool/tool.ts";
import type { ToolLoopConfig } from "./tool-loop-config.ts";

// Most runs keep no output that their model asks for.
const reading = lazy(() => import("../output-tools/tool-output-cache.tool.ts"));
const searching = lazy(() => import("../output-tools/tool-output-cache-grep.tool.ts"));

/** The output cache of a run, and the two tools that read it. */
export interface CacheTools {
  /** Undefined: nothing is kept. */
  readonly cache: OutputCache | undefined;
  /** Whether the model is told of them once it has use for them. */
  readonly isOffered: boolean;
  /** The same each time. */
  readonly tools: () => Promise<readonly Tool[]>;
}

export async function cacheToolsOf({ outputCache, cacheTools = true, policy }: ToolLoopConfig): Promise<CacheTools> {
  const cache = outputCache === false ? undefined : (outputCache ?? createMemoryOutputCache());
  let made: readonly Tool[] | undefined;
  const tools = async () => {
    if (cache === undefined) return [];
    const [{ toolOutputCache }, { toolOutputCacheGrep }] = [await reading(), await searching()];
    made ??= [toolOutputCache(cache), toolOutputCacheGrep(cache)];
    return made;
  };
  const isOffered = cacheTools && cache !== undefined && (await areOffered(tools, policy));
  return { cache, isOffered, tools };
}

/** Whether a policy lets a model be told of all of them. One that fails offers nothing. */
async function areOffered(tools: CacheTools["tools"], policy: Policy | undefined): Promise<boolean> {
  if (policy?.offers === undefined) return true;
  try {
    return (await tools()).every((tool) => policy.offers?.(tool) ?? true);
  } catch {
    return false;
  }
}

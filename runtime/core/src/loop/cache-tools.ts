import { toolOutputCache } from "../output-tools/tool-output-cache.tool.ts";
import { toolOutputCacheGrep } from "../output-tools/tool-output-cache-grep.tool.ts";
import { createMemoryOutputCache } from "../result/memory-output-cache.ts";
import type { OutputCache } from "../result/output-cache.ts";
import type { Policy } from "../run/policy.ts";
import type { Tool } from "../tool/tool.ts";
import type { ToolLoopConfig } from "./tool-loop-config.ts";

/** The output cache of a run, and the two tools that read it. */
export class CacheTools {
  /** Undefined: nothing is kept. */
  readonly cache: OutputCache | undefined;
  /** Whether the model is told of them once it has use for them. */
  readonly isOffered: boolean;
  #tools: readonly Tool[] | undefined;

  constructor({ outputCache, cacheTools = true, policy }: ToolLoopConfig) {
    this.cache = outputCache === false ? undefined : (outputCache ?? createMemoryOutputCache());
    this.isOffered = cacheTools && this.cache !== undefined && this.#areOffered(policy);
  }

  /** Made when they are asked for: most runs keep no output. */
  get tools(): readonly Tool[] {
    const { cache } = this;
    this.#tools ??= cache === undefined ? [] : [toolOutputCache(cache), toolOutputCacheGrep(cache)];
    return this.#tools;
  }

  /** Whether a policy lets a model be told of all of them. One that fails offers nothing. */
  #areOffered(policy: Policy | undefined): boolean {
    if (policy?.offers === undefined) return true;
    try {
      return this.tools.every((tool) => policy.offers?.(tool) ?? true);
    } catch {
      return false;
    }
  }
}

import { createMemoryOutputCache } from "../result/memory-output-cache.ts";
import { namesCacheTools } from "../result/names-cache-tools.ts";
import type { OutputCache } from "../result/output-cache.ts";
import { maxOutputBytes } from "./runner-options.ts";
import type { Scope } from "./scope.ts";
import { scopeOf } from "./scope-of.ts";

/** Where long outputs are kept: in memory, from the first one on, unless the runner says otherwise. */
export function outputCacheOf({ outputs }: Pick<Scope, "outputs">): OutputCache | false {
  outputs.cache ??= createMemoryOutputCache();
  return outputs.cache;
}

/** What the runner of a call keeps of outputs, for a tool that bounds its own. */
export interface OutputKeeping {
  readonly cache: OutputCache | false;
  /** Whether what was cut may name the tools that read what is kept. */
  readonly namesTools: boolean;
  /** UTF-8 bytes that a whole output may have. */
  readonly maxBytes: number;
}

/** Undefined in a context that no runner has made. */
export function keepingOf(context: object): OutputKeeping | undefined {
  const scope = scopeOf(context);
  if (scope === undefined) return undefined;
  return { cache: outputCacheOf(scope), namesTools: namesCacheTools(scope), maxBytes: maxOutputBytes(scope.options) };
}

import type { OutputCache } from "@toolwright/core";
import type { Store } from "@toolwright/store";
import { ancestorsOf } from "./ancestors.ts";

/** Finds for a fork also what the threads that it came from have kept. The store itself does so already. */
export function linesOfForks(cache: Pick<OutputCache, "lines">, store: Store): OutputCache["lines"] {
  return async (id, owner) => {
    const own = await cache.lines(id, owner);
    if (own !== undefined || cache === store.outputs) return own;
    for (const ancestor of await ancestorsOf(store, owner)) {
      const lines = await cache.lines(id, ancestor);
      if (lines !== undefined) return lines;
    }
    return undefined;
  };
}

/** The same as a whole cache. */
export function outputsOfForks(cache: OutputCache, store: Store): OutputCache {
  if (cache === store.outputs) return cache;
  return {
    save: (text, owner) => cache.save(text, owner),
    lines: linesOfForks(cache, store),
    recent: (owner, limit) => cache.recent(owner, limit),
  };
}

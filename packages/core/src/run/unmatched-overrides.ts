import { nearestName } from "../schema/nearest-name.ts";
import { isOfKnownKey } from "../tool/dependency.ts";
import type { Logger } from "../tool/logger.ts";
import { sharedDependencies } from "./dependency-holder.ts";
import type { RunMemory } from "./memory.ts";
import type { RunnerOptions } from "./runner-options.ts";

/**
 * Warns, once for each id, of overrides that nothing in a run has asked for although it asked for others: a misspelt id replaces
 * nothing, and the tool worked with the real thing.
 */
export function warnOfUnmatched({ asked }: RunMemory, options: RunnerOptions, logger: Logger): void {
  const { overrides = new Map<string, () => unknown>(), dependencies = sharedDependencies } = options;
  if (asked.size === 0) return;
  for (const [id, create] of overrides) {
    if (asked.has(id) || isOfKnownKey(create) || !dependencies.isNew(`overrides ${id}`)) continue;
    const near = nearestName(id, [...asked]);
    const hint = near === undefined ? `It asked for ${[...asked].join(", ")}.` : `Did you mean ${near}?`;
    logger.warn(
      `overrides: nothing in this run asked for ${JSON.stringify(id)}. ${hint} override(KEY, create) takes the id from the key.`,
    );
  }
}

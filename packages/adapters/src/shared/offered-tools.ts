import type { Tool, ToolRunner } from "@toolwright/core";

/** The tools of a runner that a model may be told of, in the order in which they were registered. A policy that fails offers nothing. */
export function offeredTools({ options: { registry, policy } }: ToolRunner): readonly Tool[] {
  return registry.tools().filter((tool) => {
    try {
      return policy?.offers?.(tool) ?? true;
    } catch {
      return false;
    }
  });
}

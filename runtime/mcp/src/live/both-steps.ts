import type { PrepareStep } from "@toolwright/core";

/** A step that changes what both change: the tools of the first, and the notes of the second. */
export function bothSteps(tools: PrepareStep, notes: PrepareStep): PrepareStep {
  return async (step) => {
    const [offered, told] = [await tools(step), await notes(step)];
    return offered === undefined && told === undefined ? undefined : { ...offered, ...told };
  };
}

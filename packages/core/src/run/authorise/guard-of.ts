import type { CallEnv } from "../call-env.ts";
import type { LoopGuard } from "./loop-guard.ts";

/** Only a run's own calls are guarded: what happens inside them is up to the tools. */
export function guardOf({ core, depth, memory }: CallEnv): LoopGuard | undefined {
  return depth === 0 && core.options.loopGuard !== false ? memory?.guard : undefined;
}

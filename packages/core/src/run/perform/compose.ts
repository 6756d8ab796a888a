import type { ToolResult } from "../../result/tool-result.ts";
import type { AuthorisedCall } from "../authorise/authorise.ts";

/**
 * Wraps performing and projecting a call. `next` takes nothing: what was approved cannot be changed.
 * What comes out is scrubbed and bounded again.
 */
export type Around = (call: AuthorisedCall, next: () => Promise<ToolResult>) => Promise<ToolResult>;

/** Nests the wrappers, the first one outermost. Each may call `next` once. */
export function compose(
  around: readonly Around[],
  call: AuthorisedCall,
  run: () => Promise<ToolResult>,
): Promise<ToolResult> {
  const dispatch = (index: number): Promise<ToolResult> => {
    const wrap = around[index];
    if (wrap === undefined) return run();
    let called = false;
    return wrap(call, () => {
      if (called) return Promise.reject(new Error("next() was called twice"));
      called = true;
      return dispatch(index + 1);
    });
  };
  return dispatch(0);
}

import { failure } from "../../result/failure.ts";
import type { ToolResult } from "../../result/tool-result.ts";
import type { AuthorisedCall } from "../authorise/authorise.ts";
import type { CallEnv } from "../call-env.ts";
import { scrubResult } from "../project/scrub-result.ts";
import { hookFailed } from "./hook-failed.ts";

/**
 * Wraps performing and projecting a call. `next` takes nothing: what was approved cannot be changed.
 * What comes out is scrubbed and bounded again.
 */
export type Around = (call: AuthorisedCall, next: () => Promise<ToolResult>) => Promise<ToolResult>;

/** A call inside the wrappers of its runner. */
export interface WrappedCall {
  readonly call: AuthorisedCall;
  /** Performs and projects the call. */
  readonly run: () => Promise<ToolResult>;
  readonly env: CallEnv;
}

/** What came out of the wrappers; `failed` when one of them threw. Never rejects. */
export async function runWrapped(wrapped: WrappedCall): Promise<{ result: ToolResult; failed: boolean }> {
  try {
    return { result: scrubResult(await compose(wrapped), wrapped.env.core.scrubber), failed: false };
  } catch (thrown) {
    return { result: failure(hookFailed("A middleware", thrown, wrapped.env)), failed: true };
  }
}

/** Nests the wrappers, the first one outermost. Each may call `next` once. */
function compose({ call, run, env }: WrappedCall): Promise<ToolResult> {
  const dispatch = (index: number): Promise<ToolResult> => {
    const wrap = env.core.around[index];
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

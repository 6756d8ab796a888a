import { cloneJson } from "../../json/clone-json.ts";
import { failure } from "../../result/failure.ts";
import { isToolResult } from "../../result/is-tool-result.ts";
import type { ToolResult } from "../../result/tool-result.ts";
import type { AuthorisedCall } from "../authorise/authorise.ts";
import type { CallEnv } from "../call-env.ts";
import { copyResult } from "../project/copy-result.ts";
import { notSerialisable } from "../project/not-serialisable.ts";
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
  const { scrubber } = wrapped.env.core;
  try {
    const result: unknown = await compose(wrapped);
    if (!isToolResult(result)) throw new TypeError("it returned no result");
    return { result: scrubResult(copyResult(result) ?? notSerialisable(), scrubber), failed: false };
  } catch (thrown) {
    const result = failure(hookFailed("A middleware", thrown, wrapped.env));
    return { result: scrubResult(result, scrubber), failed: true };
  }
}

/** Nests the wrappers, the first one outermost. Each may call `next` once. */
function compose({ call, run, env }: WrappedCall): Promise<ToolResult> {
  const shown = call.shownWith(copyOf(call), cloneJson(call.arguments));
  const dispatch = async (index: number): Promise<ToolResult> => {
    const wrap = env.core.around[index];
    if (wrap === undefined) return run();
    let called = false;
    return wrap(shown, () => {
      if (called) return Promise.reject(new Error("next() was called twice"));
      called = true;
      return dispatch(index + 1);
    });
  };
  return dispatch(0);
}

/** The input may hold what transforms made; of what cannot be copied, the arguments are shown. */
function copyOf({ input, arguments: args }: AuthorisedCall): unknown {
  try {
    return structuredClone(input);
  } catch {
    return cloneJson(args);
  }
}

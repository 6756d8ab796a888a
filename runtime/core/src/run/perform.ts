import { isThenable } from "../async/abort.ts";
import type { Stopwatch } from "../async/stopwatch.ts";
import { isToolResult } from "../result/is-tool-result.ts";
import type { AuthorisedCall, Outcome } from "./call-states.ts";
import type { RunningContext } from "./context.ts";
import { afterSuccess, afterThrow, beforeExecute } from "./hooks.ts";
import type { Scope } from "./scope.ts";

/** A call while it runs. */
export interface Running {
  readonly call: AuthorisedCall;
  readonly context: RunningContext;
  readonly scope: Scope;
  /** Measures the time inside `execute`. */
  readonly stopwatch: Stopwatch;
}

/** The third phase: `beforeCall`, `execute`, then `onSuccess` or `onError`. Never rejects. */
export async function perform({ call, context, scope, stopwatch }: Running): Promise<Outcome> {
  const { spec } = call.tool;
  const early = spec.beforeCall === undefined ? undefined : await beforeExecute(call, scope);
  if (early !== undefined) return early;
  stopwatch.start();
  try {
    const doing = spec.execute(call.input, context);
    const value = isThenable(doing) ? await doing : doing;
    stopwatch.stop();
    if (value instanceof Error) throw value;
    if (spec.onSuccess === undefined || (isToolResult(value) && value.isError)) return { ok: true, value };
    return await afterSuccess(call, value, scope);
  } catch (thrown) {
    stopwatch.stop();
    return afterThrow(call, thrown, scope);
  }
}

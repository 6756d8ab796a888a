import type { FailureDetails } from "../../result/failure.ts";
import { isToolResult } from "../../result/is-tool-result.ts";
import { lazy } from "../../tool/lazy.ts";
import type { AuthorisedCall } from "../authorise/authorise.ts";
import type { CallEnv } from "../call-env.ts";
import type { CallScope } from "./call-scope.ts";
import type { Stopwatch } from "./stopwatch.ts";
import { isThenable } from "./until-aborted.ts";

const exceptions = lazy(() => import("./describe-thrown.ts"));
const hooks = lazy(() => import("./run-hook.ts"));

/** What a tool came to: a value that nobody has looked at yet, or a failure. */
export type Outcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly details: FailureDetails };

/** What performing a call needs beside the call. */
export interface PerformOptions {
  readonly scope: CallScope;
  readonly stopwatch: Stopwatch;
  readonly env: CallEnv;
}

/** The third phase: `beforeCall`, `execute`, then `onSuccess` or `onError`. Never rejects. */
export function perform(call: AuthorisedCall, options: PerformOptions): Promise<Outcome> {
  return call.tool.spec.beforeCall === undefined ? execute(call, options) : askFirst(call, options);
}

async function askFirst(call: AuthorisedCall, options: PerformOptions): Promise<Outcome> {
  const { spec } = call.tool;
  const { runHook } = await hooks();
  const early = await runHook("beforeCall", () => spec.beforeCall?.(call.input, undefined), options.env);
  return !early.ok || early.value !== undefined ? early : execute(call, options);
}

async function execute(call: AuthorisedCall, { scope, stopwatch, env }: PerformOptions): Promise<Outcome> {
  const { spec } = call.tool;
  let value: unknown;
  stopwatch.start();
  try {
    const returned = spec.execute(call.input, scope.context);
    value = isThenable(returned) ? await returned : returned;
    stopwatch.stop();
  } catch (thrown) {
    stopwatch.stop();
    return (await exceptions()).outcomeOfThrown(call, thrown, env);
  }
  if (spec.onSuccess === undefined || (isToolResult(value) && value.isError)) return { ok: true, value };
  const { runHook } = await hooks();
  const replaced = await runHook("onSuccess", () => spec.onSuccess?.(call.input, value), env);
  return replaced.ok && replaced.value === undefined ? { ok: true, value } : replaced;
}

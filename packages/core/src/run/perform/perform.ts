import type { FailureDetails } from "../../result/failure.ts";
import { isToolResult } from "../../result/is-tool-result.ts";
import { lazy } from "../../tool/lazy.ts";
import type { MaybePromise } from "../and-then.ts";
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

/** The third phase: `beforeCall`, `execute`, then `onSuccess` or `onError`. Never throws or rejects. */
export function perform(call: AuthorisedCall, options: PerformOptions): MaybePromise<Outcome> {
  return call.tool.spec.beforeCall === undefined ? execute(call, options) : askFirst(call, options);
}

async function askFirst(call: AuthorisedCall, options: PerformOptions): Promise<Outcome> {
  const { spec } = call.tool;
  const { runHook } = await hooks();
  const early = await runHook("beforeCall", () => spec.beforeCall?.(call.input, undefined), options.env);
  return !early.ok || early.value !== undefined ? early : execute(call, options);
}

/** Many tools answer at once: their answer is not waited for. */
function execute(call: AuthorisedCall, options: PerformOptions): MaybePromise<Outcome> {
  const { scope, stopwatch, env } = options;
  stopwatch.start();
  try {
    const returned = call.tool.spec.execute(call.input, scope.context);
    if (isThenable(returned)) return arrived(returned, call, options);
    stopwatch.stop();
    return succeeded(returned, call, env);
  } catch (thrown) {
    stopwatch.stop();
    return failed(call, thrown, env);
  }
}

async function arrived(promised: Promise<unknown>, call: AuthorisedCall, options: PerformOptions): Promise<Outcome> {
  const { stopwatch, env } = options;
  try {
    const value = await promised;
    stopwatch.stop();
    return succeeded(value, call, env);
  } catch (thrown) {
    stopwatch.stop();
    return failed(call, thrown, env);
  }
}

async function failed(call: AuthorisedCall, thrown: unknown, env: CallEnv): Promise<Outcome> {
  return (await exceptions()).outcomeOfThrown(call, thrown, env);
}

function succeeded(value: unknown, call: AuthorisedCall, env: CallEnv): MaybePromise<Outcome> {
  const { onSuccess } = call.tool.spec;
  if (onSuccess === undefined || (isToolResult(value) && value.isError)) return { ok: true, value };
  return tellSuccess(value, call, env);
}

async function tellSuccess(value: unknown, call: AuthorisedCall, env: CallEnv): Promise<Outcome> {
  const { runHook } = await hooks();
  const replaced = await runHook("onSuccess", () => call.tool.spec.onSuccess?.(call.input, value), env);
  return replaced.ok && replaced.value === undefined ? { ok: true, value } : replaced;
}

import type { FailureDetails } from "../../result/failure.ts";
import { isToolResult } from "../../result/is-tool-result.ts";
import { ToolError } from "../../result/tool-error.ts";
import type { AuthorisedCall } from "../authorise/authorise.ts";
import type { CallEnv } from "../call-env.ts";
import type { CallScope } from "./call-scope.ts";
import type { Stopwatch } from "./stopwatch.ts";
import { thrownMessage } from "./thrown-message.ts";

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
export async function perform(call: AuthorisedCall, options: PerformOptions): Promise<Outcome> {
  const { spec } = call.tool;
  if (spec.beforeCall !== undefined) {
    const early = await runHook("beforeCall", () => spec.beforeCall?.(call.input, undefined), options.env);
    if (!early.ok || early.value !== undefined) return early;
  }
  const outcome = await execute(call, options);
  if (!outcome.ok) return recover(call, outcome, options.env);
  if (spec.onSuccess === undefined || (isToolResult(outcome.value) && outcome.value.isError)) return outcome;
  const replaced = await runHook("onSuccess", () => spec.onSuccess?.(call.input, outcome.value), options.env);
  return replaced.ok && replaced.value === undefined ? outcome : replaced;
}

interface Failed {
  readonly ok: false;
  readonly details: FailureDetails;
  readonly thrown?: unknown;
}

async function execute(call: AuthorisedCall, { scope, stopwatch, env }: PerformOptions): Promise<Outcome | Failed> {
  stopwatch.start();
  try {
    const value = await call.tool.spec.execute(call.input, scope.context);
    stopwatch.stop();
    return { ok: true, value };
  } catch (thrown) {
    stopwatch.stop();
    return { ok: false, details: describe(thrown, env), thrown };
  }
}

/** A failure that `onError` turns into a value is no failure any more. */
async function recover(call: AuthorisedCall, failed: Failed | Outcome, env: CallEnv): Promise<Outcome> {
  const { spec } = call.tool;
  if (failed.ok || spec.onError === undefined || !("thrown" in failed)) return failed;
  const error = realMessage(failed.thrown);
  const replaced = await runHook("onError", () => spec.onError?.(call.input, { error }), env);
  return replaced.ok && replaced.value === undefined ? failed : replaced;
}

async function runHook(name: string, hook: () => unknown, env: CallEnv): Promise<Outcome> {
  try {
    return { ok: true, value: await hook() };
  } catch (thrown) {
    env.core.logger.error(`The hook ${name} failed`, { toolCallId: env.toolCallId, error: thrown });
    const message = `${name} failed: ${thrownMessage(thrown, env.core)}`;
    return { ok: false, details: { code: "hook_failed", message, cause: thrown } };
  }
}

function describe(thrown: unknown, { core, toolCallId }: CallEnv): FailureDetails {
  if (ToolError.isInstance(thrown)) {
    const { message, code = "execution_failed", reason, suggestion } = thrown;
    return {
      code,
      message,
      cause: thrown,
      ...(reason === undefined ? {} : { reason }),
      ...(suggestion === undefined ? {} : { suggestion }),
    };
  }
  core.logger.error("A tool threw", { toolCallId, error: thrown });
  return { code: "execution_failed", message: thrownMessage(thrown, core), cause: thrown };
}

function realMessage(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message || thrown.name : String(thrown);
}

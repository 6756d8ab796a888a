import type { FailureDetails } from "../../result/failure.ts";
import { ToolError } from "../../result/tool-error.ts";
import type { AuthorisedCall } from "../authorise/authorise.ts";
import type { CallEnv } from "../call-env.ts";
import type { Outcome } from "./perform.ts";
import { runHook } from "./run-hook.ts";
import { thrownMessage } from "./thrown-message.ts";

/** What an exception of `execute` comes to: a failure, unless the tool's `onError` has a value in its place. */
export async function outcomeOfThrown(call: AuthorisedCall, thrown: unknown, env: CallEnv): Promise<Outcome> {
  const failed: Outcome = { ok: false, details: describe(thrown, call.tool.name, env) };
  const { spec } = call.tool;
  if (spec.onError === undefined) return failed;
  const error = realMessage(thrown);
  const replaced = await runHook("onError", () => spec.onError?.(call.input, { error }), env);
  return replaced.ok && replaced.value === undefined ? failed : replaced;
}

function describe(thrown: unknown, tool: string, { core, toolCallId }: CallEnv): FailureDetails {
  if (!ToolError.isInstance(thrown)) {
    core.logger.error("A tool threw", { tool, toolCallId, error: thrown });
    return { code: "execution_failed", message: thrownMessage(thrown, core), cause: thrown };
  }
  const { message, code = "execution_failed", reason, suggestion } = thrown;
  return {
    code,
    message,
    cause: thrown,
    ...(reason === undefined ? {} : { reason }),
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

function realMessage(thrown: unknown): string {
  try {
    return thrown instanceof Error ? thrown.message || thrown.name : String(thrown);
  } catch {
    return "";
  }
}

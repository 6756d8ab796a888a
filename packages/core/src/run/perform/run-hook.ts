import type { CallEnv } from "../call-env.ts";
import type { Outcome } from "./perform.ts";
import { thrownMessage } from "./thrown-message.ts";

/** Runs a tool's hook. One that throws ends the call with `hook_failed`. */
export async function runHook(name: string, hook: () => unknown, env: CallEnv): Promise<Outcome> {
  try {
    return { ok: true, value: await hook() };
  } catch (thrown) {
    env.core.logger.error(`The hook ${name} failed`, { toolCallId: env.toolCallId, error: thrown });
    const message = `${name} failed: ${thrownMessage(thrown, env.core)}`;
    return { ok: false, details: { code: "hook_failed", message, cause: thrown } };
  }
}

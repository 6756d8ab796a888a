import type { CallEnv } from "../call-env.ts";
import { hookFailed } from "./hook-failed.ts";
import type { Outcome } from "./perform.ts";

/** Runs a tool's hook. One that throws ends the call with `hook_failed`. */
export async function runHook(name: string, hook: () => unknown, env: CallEnv): Promise<Outcome> {
  try {
    return { ok: true, value: await hook() };
  } catch (thrown) {
    return { ok: false, details: hookFailed(name, thrown, env) };
  }
}

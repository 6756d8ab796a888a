import type { CallEnv, DecodedCall } from "./call-env.ts";
import { settle } from "./execute-call.ts";
import { readCall } from "./read/read-call.ts";
import { refuse, Settlement } from "./settlement.ts";
import { stopped } from "./stopped.ts";
import type { SettledCall } from "./tool-call.ts";
import { unrecordedCall } from "./unrecorded.ts";

/** Ends a call that its run left no room for. Never rejects. */
export async function skipCall(call: DecodedCall, env: CallEnv, stop: SettledCall["stop"]): Promise<SettledCall> {
  const message =
    stop === "denied" ? "The user refused an earlier call of this step." : "The run was stopped by its loop guard.";
  try {
    return await skip(call, env, refuse({ code: "skipped", message }));
  } catch (error) {
    return unrecordedCall(call, env, error);
  }
}

/** A call that its run left no room for. */
export async function skip(call: DecodedCall, env: CallEnv, why?: Settlement): Promise<SettledCall> {
  const read = await readCall(call, env);
  const ended = why ?? (read instanceof Settlement ? read : stopped());
  return settle({ call, env, key: undefined, ended });
}

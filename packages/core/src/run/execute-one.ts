import { lazy } from "../tool/lazy.ts";
import type { CallEnv, DecodedCall } from "./call-env.ts";
import { admit, settle } from "./execute-call.ts";
import type { SettledCall } from "./tool-call.ts";

const unrecording = lazy(() => import("./unrecorded.ts"));

/** The four phases in order. Never rejects: a call that cannot be recorded is not run. */
export async function executeOne(call: DecodedCall, env: CallEnv): Promise<SettledCall> {
  try {
    return await settle(await admit(call, env));
  } catch (error) {
    return unrecorded(call, env, error);
  }
}

/** What is left to say of a call whose events could not be stored. */
export async function unrecorded(call: DecodedCall, env: CallEnv, error: unknown): Promise<SettledCall> {
  return (await unrecording()).unrecordedCall(call, env, error);
}

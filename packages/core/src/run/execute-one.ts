import { lazy } from "../tool/lazy.ts";
import { andThen, type MaybePromise } from "./and-then.ts";
import type { CallEnv, DecodedCall } from "./call-env.ts";
import { type Admitted, admit, settle } from "./execute-call.ts";
import type { SettledCall } from "./tool-call.ts";

const unrecording = lazy(() => import("./unrecorded.ts"));

/** The four phases in order. Never throws or rejects: a call that cannot be recorded is not run. */
export function executeOne(call: DecodedCall, env: CallEnv): MaybePromise<SettledCall> {
  return recorded(call, env, () => andThen(admit(call, env), settle));
}

/** Phases three and four of an admitted call. Never throws or rejects. */
export function settleRecordable(admitted: Admitted): MaybePromise<SettledCall> {
  return recorded(admitted.call, admitted.env, () => settle(admitted));
}

/** Answers for a call whose events could not be stored. */
export function recorded<T>(
  call: DecodedCall,
  env: CallEnv,
  work: () => MaybePromise<T>,
): MaybePromise<T | SettledCall> {
  const fail = (error: unknown) => unrecorded(call, env, error);
  try {
    const done = work();
    return done instanceof Promise ? done.catch(fail) : done;
  } catch (error) {
    return fail(error);
  }
}

/** What is left to say of a call whose events could not be stored. */
async function unrecorded(call: DecodedCall, env: CallEnv, error: unknown): Promise<SettledCall> {
  return (await unrecording()).unrecordedCall(call, env, error);
}

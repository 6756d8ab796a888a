import { lazy } from "../tool/lazy.ts";
import { andThen, type MaybePromise } from "./and-then.ts";
import { type AuthorisedCall, authorise } from "./authorise/authorise.ts";
import { guardOf } from "./authorise/guard-of.ts";
import type { CallEnv, DecodedCall } from "./call-env.ts";
import { CallKey } from "./call-key.ts";
import { conclude } from "./conclude-call.ts";
import { performInTime } from "./perform/perform-in-time.ts";
import { scrubResult } from "./project/scrub-result.ts";
import { readCall } from "./read/read-call.ts";
import { Settlement } from "./settlement.ts";
import type { SettledCall } from "./tool-call.ts";

const failing = lazy(() => import("./project/with-error-output.ts"));
const repetition = lazy(() => import("./authorise/repetition.ts"));

/** A call that has passed the first two phases, or has ended in them. */
export type Admitted = { readonly call: DecodedCall; readonly env: CallEnv; readonly key: CallKey | undefined } & (
  | { readonly authorised: AuthorisedCall }
  | { readonly ended: Settlement }
);

/** The first two phases: what may run, and in which order people are asked, is decided one call at a time. */
export function admit(call: DecodedCall, env: CallEnv): MaybePromise<Admitted> {
  return andThen(readCall(call, env), (read) => {
    const key = read instanceof Settlement ? keyOf(call, env) : read.key;
    if (key !== undefined && guardOf(env)?.forbids(key)) return forbidden(call, env, key);
    if (read instanceof Settlement) return { call, env, key, ended: read };
    return andThen(authorise(read, env), (authorised) =>
      authorised instanceof Settlement ? { call, env, key, ended: authorised } : { call, env, key, authorised },
    );
  });
}

async function forbidden(call: DecodedCall, env: CallEnv, key: CallKey): Promise<Admitted> {
  return { call, env, key, ended: (await repetition()).repeatedTooOften() };
}

/** The last two phases, and the end of the call. Throws or rejects only when an event cannot be stored. */
export function settle(admitted: Admitted): MaybePromise<SettledCall> {
  if ("ended" in admitted) return concludeEarly(admitted, admitted.ended);
  const { authorised, env } = admitted;
  return andThen(performInTime(authorised, env), (performed) => {
    const { result } = performed;
    if (result.isError) env.memory?.reads.release(admitted.key, env.toolCallId);
    const { tool } = authorised;
    if (!result.isError || tool.spec.errorOutput === undefined) return conclude({ admitted, tool, performed });
    return andThen(failing(), ({ withErrorOutput }) =>
      conclude({ admitted, tool, performed: { ...performed, result: withErrorOutput(result, tool, env.core) } }),
    );
  });
}

function concludeEarly(admitted: Admitted, { result, stop }: Settlement): MaybePromise<SettledCall> {
  const scrubbed = scrubResult(result, admitted.env.core.scrubber);
  return conclude({ admitted, performed: { result: scrubbed, durationMs: 0, reports: true, orphaned: false, stop } });
}

function keyOf({ name, decoded }: DecodedCall, { memory }: CallEnv): CallKey | undefined {
  return memory && new CallKey(name, decoded);
}

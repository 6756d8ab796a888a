// A call on one page. Each phase is a file of its name; it takes what the one before it made, or ends the call:
//
//   admit        read → authorise             one call of a step at a time, in order; `foresee.ts` does the same and runs nothing
//   runAdmitted  perform → project            inside the engine, the stop of the step, the deadline and the middleware, outermost first
//   finish       message, last events, log    for every call, wherever it ended
//
// Arguments that a person edits are read and judged once more (`decideAgain` in `authorise.ts`).
// `later` is what few calls need, refusals among it: `rare.ts` lists it, and it is loaded with the first call that does.

import { andThen, type MaybePromise } from "../async/and-then.ts";
import { lazy } from "../tool/lazy.ts";
import { authorise, haltedBy } from "./authorise.ts";
import type { CallKey, DecodedCall, Ended, Outcome, Progress, ReadCall, SettledCall } from "./call-states.ts";
import { type RunningCall, type TimedWork, withinDeadline } from "./deadline.ts";
import { finish, messageOf } from "./finish.ts";
import { perform } from "./perform.ts";
import { project } from "./project.ts";
import { findTool, keyOf, readCall } from "./read.ts";
import type { Scope } from "./scope.ts";

const later = lazy(() => import("./rare.ts"));

/** One call, from what was asked for to the message that answers it. Never rejects: a call that cannot be recorded is not run. */
export function runCall(call: DecodedCall, scope: Scope): MaybePromise<SettledCall> {
  return recorded(call, scope, () => andThen(admit(call, scope), (admitted) => runAdmitted(admitted, scope)));
}

/** A call that has passed the first two phases, or has ended in them. */
export interface Admitted {
  readonly call: DecodedCall;
  /** Undefined outside a run, where nobody compares. */
  readonly key: CallKey | undefined;
  readonly progress: Exclude<Progress, ReadCall>;
}

/** Phases one and two: what may run, and in which order people are asked, is decided one call at a time. */
export function admit(call: DecodedCall, scope: Scope): MaybePromise<Admitted> {
  const read = readCall(call, scope);
  return andThen(read, (read) => {
    const key = keyOf(call, read, scope);
    const allowed = authorise(read, key, scope);
    return andThen(allowed, (progress) => ({ call, key, progress }));
  });
}

/**
 * Phases three and four with all that is around them, and the end of the call. Nothing starts in a step that was stopped in
 * the meantime. Throws or rejects only when an event cannot be stored.
 */
export function runAdmitted(admitted: Admitted, scope: Scope, waitedMs = 0): MaybePromise<SettledCall> {
  const { call, key, progress } = admitted;
  if (progress.stage === "ended") {
    // A tool that this step leaves out still says how its failures look.
    const tool = findTool(call.name, scope) ?? scope.registry.get(call.name);
    return finish(progress, { call, scope, key, tool });
  }
  const { tool } = progress;
  const end = (ended: Ended) => {
    if (ended.result.isError) scope.memory?.reads.forget(key, scope.toolCallId);
    return finish(ended, { call, scope, key, tool });
  };
  // Calls inside a call are part of it: an engine knows the outer one.
  const carry = scope.depth === 0 ? scope.memory?.carry : undefined;
  if (carry !== undefined) return andThen(carried(carry, { call: progress, scope, waitedMs }), end);
  // The start of this call is stored before anything of it happens, together with those of its step.
  return andThen(scope.activity.stored(), () => {
    const { why } = scope.halt;
    const timed = { perform: wrapped, project: projected, waitedMs, end };
    return why === undefined ? withinDeadline(progress, scope, timed) : andThen(haltedBy(why), end);
  });
}

type Carry = NonNullable<NonNullable<Scope["memory"]>["carry"]>;
type CarriedWork = Pick<RunningCall, "call" | "scope"> & Pick<TimedWork<Ended>, "waitedMs">;

/** The engine notes that the call begins while its start is being stored: both are waited for, not one after the other. */
function carried(carry: Carry, { call, scope, waitedMs }: CarriedWork): MaybePromise<Ended> {
  const stored = scope.activity.stored();
  // An engine that knows what the call came to does not let it begin.
  if (stored instanceof Promise) stored.catch(() => undefined);
  const timed = { perform: wrapped, project: projected, waitedMs, end: (ended: Ended) => ended };
  const begin = () => {
    const { why } = scope.halt;
    return why === undefined ? withinDeadline(call, scope, timed) : haltedBy(why);
  };
  const work = () => andThen(stored, begin);
  return carry({ authorised: call, work, messageOf: (result) => messageOf(result, call.tool, scope) });
}

/** What middleware is around is phases three and four. */
function wrapped(running: RunningCall): MaybePromise<Outcome | Ended> {
  const { call, scope } = running;
  if (scope.middleware.length === 0) return perform(call, running);
  const run = async () => projected(await perform(call, running), running);
  return andThen(later(), ({ runWrapped }) => runWrapped({ call, run, scope }));
}

function projected(outcome: Outcome | Ended, { call, scope }: RunningCall): MaybePromise<Ended> {
  return "stage" in outcome ? outcome : project(outcome, call.tool, scope);
}

/** Ends a call that its run left no room for: it is read, so that its beginning is recorded like every other's. */
export function skipCall(call: DecodedCall, scope: Scope, why: MaybePromise<Ended>): MaybePromise<SettledCall> {
  return recorded(call, scope, async () => {
    await readCall(call, scope);
    return runAdmitted({ call, key: undefined, progress: await why }, scope);
  });
}

/** Answers for a call whose events could not be stored. */
export function recorded<T>(
  call: DecodedCall,
  scope: Scope,
  work: () => MaybePromise<T>,
): MaybePromise<T | SettledCall> {
  try {
    const done = work();
    return done instanceof Promise ? done.catch((error) => unrecorded(call, scope, error)) : done;
  } catch (error) {
    return unrecorded(call, scope, error);
  }
}

/** The end of a call whose events could not be stored. */
export async function unrecorded(call: DecodedCall, scope: Scope, error: unknown): Promise<SettledCall> {
  return (await later()).unrecorded(call, scope, error);
}

// A call on one page: read → authorise → perform → project, each phase a file of its name; then `finish.ts` tells everybody.

import { andThen, type MaybePromise } from "../async/and-then.ts";
import { lazy } from "../tool/lazy.ts";
import { authorise, haltedBy } from "./authorise.ts";
import type { AuthorisedCall, CallKey, DecodedCall, Ended, SettledCall } from "./call-states.ts";
import { withinDeadline } from "./deadline.ts";
import { finish, messageOf } from "./finish.ts";
import { perform, type Running } from "./perform.ts";
import { project } from "./project.ts";
import { findTool, keyOf, readCall } from "./read.ts";
import type { Scope } from "./scope.ts";

const later = lazy(() => import("./loaded-later.ts"));
const wrapping = lazy(() => import("./middleware.ts"));

/** One call, from what was asked for to the message that answers it. Never rejects: a call that cannot be recorded is not run. */
export function runCall(call: DecodedCall, scope: Scope): MaybePromise<SettledCall> {
  return recorded(call, scope, () => andThen(admit(call, scope), (admitted) => runAdmitted(admitted, scope)));
}

/** A call that has passed the first two phases, or has ended in them. */
export interface Admitted {
  readonly call: DecodedCall;
  /** Undefined outside a run, where nobody compares. */
  readonly key: CallKey | undefined;
  readonly progress: AuthorisedCall | Ended;
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

/** Phases three and four: they may take their time, and what comes of them is looked at once. */
function performAndProject(call: AuthorisedCall, running: Running): MaybePromise<Ended> {
  const outcome = perform(call, running);
  return andThen(outcome, (outcome) => project(outcome, call.tool, running.scope));
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
  // The start of this call is stored before anything of it happens, together with those of its step.
  return andThen(scope.activity.stored(), () =>
    andThen(unlessHalted(progress, scope, waitedMs), (ended) => {
      if (ended.result.isError) scope.memory?.reads.forget(key, scope.toolCallId);
      return finish(ended, { call, scope, key, tool: progress.tool });
    }),
  );
}

function unlessHalted(authorised: AuthorisedCall, scope: Scope, waitedMs: number): MaybePromise<Ended> {
  const { why } = scope.halt;
  return why === undefined ? carried(authorised, scope, waitedMs) : haltedBy(why);
}

/** Calls inside a call are part of it: an engine knows the outer one. */
function carried(authorised: AuthorisedCall, scope: Scope, waitedMs: number): MaybePromise<Ended> {
  const run = (running: Running) => wrapped(authorised, running);
  const work = () => withinDeadline(authorised, scope, { work: run, waitedMs });
  const carry = scope.depth === 0 ? scope.memory?.carry : undefined;
  if (carry === undefined) return work();
  return carry({ authorised, work, messageOf: (result) => messageOf(result, authorised.tool, scope) });
}

function wrapped(call: AuthorisedCall, running: Running): MaybePromise<Ended> {
  const { scope } = running;
  const run = () => performAndProject(call, running);
  if (scope.middleware.length === 0) return run();
  return andThen(wrapping(), ({ runWrapped }) => runWrapped({ call, run: async () => run(), scope }));
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

async function unrecorded(call: DecodedCall, scope: Scope, error: unknown): Promise<SettledCall> {
  // Whatever it came to, nobody heard of it: the same read may be made again.
  scope.memory?.reads.forgetAll(new Set([scope.toolCallId]));
  return (await later()).unrecorded(call, scope, error);
}

// The four phases: read (`read.ts`), authorise (`authorise.ts`), perform (`perform.ts`), project (`project.ts`); then `finish.ts`.

import { andThen, type MaybePromise } from "../async/and-then.ts";
import { lazy } from "../tool/lazy.ts";
import { authorise } from "./authorise.ts";
import { withinDeadline } from "./deadline.ts";
import { finish, loopGuardOf } from "./finish.ts";
import { messageOf } from "./message.ts";
import { perform, type Running } from "./perform.ts";
import { project } from "./project.ts";
import { findTool, readCall } from "./read.ts";
import { CallKey } from "./repetition.ts";
import type { Scope } from "./scope.ts";
import type { AuthorisedCall, DecodedCall, Ended, ReadCall, SettledCall, Stop } from "./stages.ts";

const rare = lazy(() => import("./rare-endings.ts"));
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
  return andThen(readCall(call, scope), (read) => {
    const key = read.stage === "read" ? read.key : scope.memory && new CallKey(call.name, call.decoded);
    return andThen(mayGoOn(read, key, scope), (progress) => ({ call, key, progress }));
  });
}

function mayGoOn(read: ReadCall | Ended, key: CallKey | undefined, scope: Scope): MaybePromise<AuthorisedCall | Ended> {
  if (key === undefined || !loopGuardOf(scope)?.forbids(key)) {
    return read.stage === "ended" ? read : authorise(read, scope);
  }
  scope.halt.why ??= "loop_guard";
  return andThen(rare(), ({ refuseLoop }) => refuseLoop());
}

/**
 * Phases three and four, and the end of the call. Nothing starts in a step that was stopped in the meantime.
 * Throws or rejects only when an event cannot be stored.
 */
export function runAdmitted({ call, key, progress }: Admitted, scope: Scope, waitedMs = 0): MaybePromise<SettledCall> {
  if (progress.stage === "ended") {
    // A tool that this step leaves out still says how its failures look.
    const tool = findTool(call.name, scope) ?? scope.registry.get(call.name);
    return finish(progress, { call, scope, key, tool });
  }
  // The start of this call is stored before anything of it happens, together with those of its step.
  return andThen(scope.activity.stored(), () => runStored({ call, key, progress }, scope, waitedMs));
}

interface Authorised extends Admitted {
  readonly progress: AuthorisedCall;
}

function runStored({ call, key, progress }: Authorised, scope: Scope, waitedMs: number): MaybePromise<SettledCall> {
  const { tool } = progress;
  if (scope.halt.why !== undefined) {
    scope.memory?.reads.forget(key, scope.toolCallId);
    return andThen(haltedBy(scope.halt.why), (ended) => finish(ended, { call, scope, key, tool }));
  }
  return andThen(runAuthorised(progress, scope, waitedMs), (ended) => {
    if (ended.result.isError) scope.memory?.reads.forget(key, scope.toolCallId);
    return finish(ended, { call, scope, key, tool });
  });
}

/** Calls inside a call are part of it: an engine knows the outer one. */
function runAuthorised(authorised: AuthorisedCall, scope: Scope, waitedMs: number): MaybePromise<Ended> {
  const run = (running: Running) => performAndProject(authorised, running, scope);
  const work = () => withinDeadline(authorised, scope, { work: run, waitedMs });
  const carry = scope.depth === 0 ? scope.memory?.carry : undefined;
  if (carry === undefined) return work();
  return carry({ authorised, work, messageOf: (result) => messageOf(result, authorised.tool, scope) });
}

/** The end of a call that its step has no room for any more. */
export function haltedBy(why: Stop): MaybePromise<Ended> {
  return andThen(rare(), ({ refuseHalted }) => refuseHalted(why));
}

function performAndProject(call: AuthorisedCall, running: Running, scope: Scope): MaybePromise<Ended> {
  const run = () => andThen(perform(call, running), (outcome) => project(outcome, call.tool, scope));
  if (scope.middleware.length === 0) return run();
  return andThen(wrapping(), ({ runWrapped }) => runWrapped({ call, run: async () => run(), scope }));
}

/** Ends a call that its run left no room for: it is read, so that its beginning is recorded like every other's. */
export function skipCall(call: DecodedCall, scope: Scope, why?: MaybePromise<Ended>): MaybePromise<SettledCall> {
  return recorded(call, scope, async () => {
    const read = await readCall(call, scope);
    const progress = (await why) ?? (read.stage === "ended" ? read : (await rare()).refuseStopped());
    return runAdmitted({ call, key: undefined, progress }, scope);
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
  return (await rare()).unrecorded(call, scope, error);
}

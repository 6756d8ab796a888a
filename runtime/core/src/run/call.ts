// A call on one page. Each phase is a file of its name; it takes what the one before it made, or ends the call:
//
//   admit        read → authorise             one call of a step at a time, in order
//   runAdmitted  perform → project            inside all that is around them, outermost first:
//                                             engine → events stored → halt or abort → deadline → middleware
//   finish       message, last events, log    for every call, wherever it ended
//
// An engine that knows what a call came to runs nothing of what is inside it, and keeps `Ended` as JSON.
// `foresee.ts` reads and judges only: no loop guard, no repetition, nobody is asked.
// Arguments that a person edits are read and judged once more (`decideAgain` in `approval.ts`).
// `later` is what few calls need, refusals among it: `rare.ts` lists it, and it is loaded with the first call that does.

import { isAborted } from "../async/abort.ts";
import { andThen, andThenWith, attempt, type MaybePromise } from "../async/and-then.ts";
import { promised, type Taker } from "../async/taker.ts";
import { aborted, authorise, haltedBy } from "./authorise.ts";
import type { CallKey, DecodedCall, Ended, Outcome, Progress, ReadCall, SettledCall } from "./call-states.ts";
import { type CallStart, type Course, withinDeadline } from "./deadline.ts";
import { type Finishing, finish, messageOf } from "./finish.ts";
import { later } from "./later.ts";
import type { LeftOut } from "./left-out.ts";
import { perform, type Running } from "./perform.ts";
import { project } from "./project.ts";
import { type CallInScope, findTool, keyOf, readCall } from "./read.ts";
import type { Scope } from "./scope.ts";

/** One call, from what was asked for to the message that answers it. Never rejects: a call that cannot be recorded is not run. */
export function runCall(call: DecodedCall, scope: Scope): MaybePromise<SettledCall> {
  const run = (admitted: Admitted) => promised<SettledCall>((taker) => runAdmitted(admitted, scope, taker));
  return recorded((asked) => andThen(admit(asked), run), { call, scope });
}

/** A call that has passed the first two phases, or has ended in them. */
export interface Admitted {
  readonly call: DecodedCall;
  /** Undefined outside a run, where nobody compares. */
  readonly key: CallKey | undefined;
  readonly leftOut: readonly LeftOut[] | undefined;
  readonly progress: Exclude<Progress, ReadCall>;
}

/** Phases one and two: what may run, and in which order people are asked, is decided one call at a time. */
export function admit(asked: CallInScope): MaybePromise<Admitted> {
  return andThenWith(readCall(asked), judged, asked);
}

function judged(read: ReadCall | Ended, { call, scope }: CallInScope): MaybePromise<Admitted> {
  const key = keyOf(call, read, scope);
  const leftOut = read.stage === "read" ? read.leftOut : undefined;
  return andThenWith(authorise(read, key, scope), admitted, { call, key, leftOut });
}

function admitted(progress: Admitted["progress"], { call, key, leftOut }: Omit<Admitted, "progress">): Admitted {
  return { call, key, leftOut, progress };
}

/**
 * Phases three and four with all that is around them, and the end of the call. Nothing starts in a step that was stopped in
 * the meantime. Undefined where the end is given to the taker. Throws or rejects only when an event cannot be stored.
 */
export function runAdmitted(
  { call: asked, key, leftOut, progress }: Admitted,
  scope: Scope,
  taker: Taker<SettledCall>,
  waitedMs = 0,
): MaybePromise<SettledCall> | undefined {
  if (progress.stage === "ended") return finishEarly(progress, { asked, scope, key, leftOut });
  const start = { asked, scope, key, leftOut, tool: progress.tool, call: progress, waitedMs };
  // Calls inside a call are part of it: an engine knows the outer one.
  const carry = scope.depth === 0 ? scope.memory?.carry : undefined;
  if (carry !== undefined) return carried(carry, start);
  // The start of this call is stored before anything of it happens, together with those of its step.
  const stored = scope.activity.stored();
  return stored === undefined ? unlessHalted(start, COURSE, taker) : whenStored(stored, start, COURSE);
}

/** A tool that this step leaves out still says how its failures look. */
function finishEarly(ended: Ended, early: Omit<Finishing, "tool">): MaybePromise<SettledCall> {
  const { asked, scope } = early;
  return finish(ended, { ...early, tool: findTool(asked.name, scope) ?? scope.registry.get(asked.name) });
}

function whenStored<R>(stored: MaybePromise<void>, start: CallStart, course: Course<R>): MaybePromise<R> {
  return andThen(stored, () => promised<R>((taker) => unlessHalted(start, course, taker)));
}

/** Whoever has waited for a store or for its turn looks once more: what was stopped in the meantime does not begin. */
function unlessHalted<R>(start: CallStart, course: Course<R>, taker: Taker<R>): MaybePromise<R> | undefined {
  const { halt, signal } = start.scope;
  if (halt.why !== undefined) return unbegun(haltedBy(halt.why), start, course);
  return isAborted(signal) ? unbegun(aborted(), start, course) : withinDeadline(start, course, taker);
}

function unbegun<R>(ended: MaybePromise<Ended>, start: CallStart, { end }: Course<R>): MaybePromise<R> {
  return andThen(ended, (ended) => end(ended, start));
}

/** One for all calls: what is made for each of them costs it time. */
const COURSE: Course<SettledCall> = { wrapped, projected, end };
const CARRIED: Course<Ended> = { ...COURSE, end: (ended) => ended };

function end(ended: Ended, finishing: Finishing): MaybePromise<SettledCall> {
  const { key, scope } = finishing;
  if (ended.result.isError) scope.memory?.reads.forget(key);
  return finish(ended, finishing);
}

type Carry = NonNullable<NonNullable<Scope["memory"]>["carry"]>;

/** The engine notes that the call begins while its start is being stored: both are waited for, not one after the other. */
function carried(carry: Carry, start: CallStart): MaybePromise<SettledCall> {
  const { call, scope } = start;
  const stored = scope.activity.stored();
  // An engine that knows what the call came to does not let it begin.
  if (stored instanceof Promise) stored.catch(() => undefined);
  const work = () => whenStored(stored, start, CARRIED);
  const { signal } = scope;
  const ended = carry({ authorised: call, signal, work, messageOf: (result) => messageOf(result, call.tool, scope) });
  return andThen(ended, (ended) => end(ended, start));
}

/** What middleware is around is phases three and four. */
function wrapped(running: Running, taker: Taker<Outcome>): MaybePromise<Outcome | Ended> | undefined {
  const { call, scope } = running;
  if (scope.middleware.length === 0) return perform(running, taker);
  const run = async () => projected(await promised<Outcome>((taker) => perform(running, taker)), running);
  return andThen(later(), ({ runWrapped }) => runWrapped({ call, run, scope }));
}

function projected(outcome: Outcome | Ended, { call, scope }: Running): MaybePromise<Ended> {
  return "stage" in outcome ? outcome : project(outcome, call.tool, scope);
}

/** Ends a call that its run left no room for: it is read, so that its beginning is recorded like every other's. */
export function skipCall(asked: CallInScope, why: MaybePromise<Ended>): MaybePromise<SettledCall> {
  return recorded(async () => {
    await readCall(asked);
    return finishEarly(await why, { asked: asked.call, scope: asked.scope, key: undefined, leftOut: undefined });
  }, asked);
}

/** What work on a call comes to; answers for a call whose events could not be stored. */
export function recorded<T>(
  work: (asked: CallInScope) => MaybePromise<T>,
  asked: CallInScope,
): MaybePromise<T | SettledCall> {
  return attempt<CallInScope, T | SettledCall>(work, unrecorded, asked);
}

/** The end of a call whose events could not be stored. */
export async function unrecorded(error: unknown, { call, scope }: CallInScope): Promise<SettledCall> {
  return (await later()).unrecorded(call, scope, error);
}

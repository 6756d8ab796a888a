import type { ModelObserver } from "../loop/model-observer.ts";
import type { Approver } from "../run/policy.ts";
import type { ActivityStream } from "./activity-stream.ts";

/** What a run needs of a stream. */
export type ActivitySink = Pick<ActivityStream, "emit" | "sync" | "stored" | "failure" | "journal" | "joinsOutput">;

/** Where events go when nobody was given to hear them. */
export const SILENT: ActivitySink = {
  emit() {},
  sync: () => undefined,
  stored: () => undefined,
  failure: undefined,
  journal: undefined,
  joinsOutput: true,
};

/** Under which a context has the stream of its run: not for tools, whose output goes out by `emitOutput`. */
export const ACTIVITY = Symbol.for("toolwright.activity");

/** Where the events of a call go, for what makes calls on its behalf; undefined for a context that no runner made. */
export function activityOf(context: object): Pick<ActivityStream, "emit"> | undefined {
  const activity: unknown = Reflect.get(context, ACTIVITY);
  return isStream(activity) ? activity : undefined;
}

/** Under which a context has the observer of its run's model calls. */
export const OBSERVER = Symbol.for("toolwright.observer");

/** Who is told of the model calls of a run, for what calls models on its behalf; undefined where nobody is. */
export function observerOf(context: object): ModelObserver | undefined {
  const observer: unknown = Reflect.get(context, OBSERVER);
  return isObserver(observer) ? observer : undefined;
}

/** Under which a context has who answers the questions about its call. */
export const APPROVER = Symbol.for("toolwright.approver");

/** Who can be asked about what a call has left to go on; undefined where nobody can. */
export function approverOf(context: object): Approver | undefined {
  const approver: unknown = Reflect.get(context, APPROVER);
  return isApprover(approver) ? approver : undefined;
}

function isApprover(value: unknown): value is Approver {
  return typeof value === "object" && value !== null && "approve" in value;
}

function isObserver(value: unknown): value is ModelObserver {
  return typeof value === "function";
}

function isStream(value: unknown): value is Pick<ActivityStream, "emit"> {
  return typeof value === "object" && value !== null && "emit" in value;
}

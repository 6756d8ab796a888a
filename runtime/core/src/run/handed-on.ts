import type { ActivityStream } from "../journal/activity-stream.ts";
import type { ModelObserver } from "../loop/model-observer.ts";
import type { Approver } from "./policy.ts";
import type { RunnerOptions } from "./runner-options.ts";
import { scopeOf } from "./scope-of.ts";

/** What a call works under, for tools that make calls or runs of their own on its behalf. */
export interface HandedOn {
  /** Where its events go: not for tools, whose output goes out by `emitOutput`. */
  readonly activity: Pick<ActivityStream, "emit">;
  /** Who answers questions about it; undefined where nobody can be asked. */
  readonly approver: Approver | undefined;
  /** Who is told of the model calls of its run; undefined where nobody is. */
  readonly observer: ModelObserver | undefined;
  /** Gives a call that is told beside its calls an id that no other has: the wanted one where that is free. */
  readonly claimId: (wanted: string) => string;
  /** What its runner was made with. */
  readonly options: RunnerOptions;
}

/** Undefined for a context that no runner has made. */
export function handedOn(context: object): HandedOn | undefined {
  const scope = scopeOf(context);
  if (scope === undefined) return undefined;
  const { activity, approver, options, memory, ids } = scope;
  return { activity, approver, options, observer: memory?.run?.config.observer, claimId: (id) => ids.claim(id) };
}

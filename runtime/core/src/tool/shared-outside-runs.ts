import type { DependencyKey } from "./dependency.ts";

const SHARED_OUTSIDE_RUNS = Symbol.for("toolwright.shared-outside-runs");

/**
 * A key of scope `run` whose value serves all calls of one runner and conversation that belong to no run, until the
 * runner is gone; it is not disposed of then. For what a conversation has seen: nobody may say where its run begins.
 */
export function sharedOutsideRuns<T>(key: DependencyKey<T>): DependencyKey<T> {
  return Object.assign({ ...key }, { [SHARED_OUTSIDE_RUNS]: true });
}

export function isSharedOutsideRuns(key: object): boolean {
  return Reflect.get(key, SHARED_OUTSIDE_RUNS) === true;
}

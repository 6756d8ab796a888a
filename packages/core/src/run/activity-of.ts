import type { ActivityStream } from "../journal/activity-stream.ts";

/** Under which a context has the stream of its run: not for tools, whose output goes out by `emitOutput`. */
export const ACTIVITY = Symbol.for("toolwright.activity");

/** Where the events of a call go, for what makes calls on its behalf; undefined for a context that no runner made. */
export function activityOf(context: object): Pick<ActivityStream, "emit"> | undefined {
  const activity: unknown = Reflect.get(context, ACTIVITY);
  return isStream(activity) ? activity : undefined;
}

function isStream(value: unknown): value is Pick<ActivityStream, "emit"> {
  return typeof value === "object" && value !== null && "emit" in value;
}

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

function isStream(value: unknown): value is Pick<ActivityStream, "emit"> {
  return typeof value === "object" && value !== null && "emit" in value;
}

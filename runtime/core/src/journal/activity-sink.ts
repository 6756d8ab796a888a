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

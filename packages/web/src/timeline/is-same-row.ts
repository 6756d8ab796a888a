import type { TimelineRow } from "./timeline-row.ts";

/** Whether two rows look the same: rows are made anew with every event, and most have not changed. */
export function isSameRow(one: TimelineRow, other: TimelineRow): boolean {
  return (
    one.key === other.key &&
    one.depth === other.depth &&
    one.label === other.label &&
    one.detail === other.detail &&
    one.endedAt === other.endedAt &&
    one.durationMs === other.durationMs &&
    one.hasFailed === other.hasFailed &&
    one.from === other.from &&
    one.to === other.to &&
    one.offsetMs === other.offsetMs &&
    one.events.length === other.events.length
  );
}

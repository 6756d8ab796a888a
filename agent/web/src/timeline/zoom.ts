import type { TimelineRow } from "./timeline-row.ts";

/** A stretch of time that the bars show, in milliseconds since 1970. */
export interface Zoom {
  readonly from: number;
  readonly to: number;
}

/** Milliseconds that are shown at least: a moment has no length. */
const SHORTEST = 1;

/** The time of a row, to look at what happened within it. */
export function zoomTo({ startedAt, endedAt }: Pick<TimelineRow, "startedAt" | "endedAt">, now: number): Zoom {
  return { from: startedAt, to: Math.max(startedAt + SHORTEST, endedAt ?? now) };
}

/** Where a row begins and ends in that stretch, from 0 to 1; undefined for one that lies outside of it. */
export function zoomed(
  { startedAt, endedAt }: Pick<TimelineRow, "startedAt" | "endedAt">,
  { from, to }: Zoom,
): { readonly from: number; readonly to: number } | undefined {
  const end = endedAt ?? Math.max(startedAt, to);
  if (end < from || startedAt > to) return undefined;
  const share = (time: number) => Math.min(1, Math.max(0, (time - from) / (to - from)));
  return { from: share(startedAt), to: share(end) };
}

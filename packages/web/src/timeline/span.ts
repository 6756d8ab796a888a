import type { TimelineEvent } from "./timeline-event.ts";
import type { RowKind } from "./timeline-row.ts";

/** Something that is being put together from events: what it is, and what happened within it. */
export interface Span {
  readonly key: string;
  readonly kind: RowKind;
  label: string;
  detail: string;
  readonly startedAt: number;
  endedAt: number | undefined;
  durationMs: number | undefined;
  hasFailed: boolean;
  readonly events: TimelineEvent[];
  readonly children: Span[];
}

/** A span that begins with an event. */
export function spanOf(
  event: TimelineEvent,
  about: { readonly kind: RowKind; readonly label: string; readonly detail?: string },
): Span {
  const { kind, label, detail = "" } = about;
  return {
    key: `${event.seq}${kind}`,
    kind,
    label,
    detail,
    startedAt: event.time,
    endedAt: undefined,
    durationMs: undefined,
    hasFailed: false,
    events: [event],
    children: [],
  };
}

/** A moment: it takes no time. */
export function momentOf(event: TimelineEvent, about: Parameters<typeof spanOf>[1]): Span {
  return { ...spanOf(event, about), endedAt: event.time };
}

/** The event that ends a span. Its length is what the event says, or what passed between the two. */
export function endSpan(span: Span, event: TimelineEvent): void {
  span.events.push(event);
  closeSpan(span, event.time);
  const { durationMs } = event.data;
  if (typeof durationMs === "number") span.durationMs = durationMs;
}

/** Ends a span that something else has ended. */
export function closeSpan(span: Span, time: number): void {
  if (span.endedAt !== undefined) return;
  span.endedAt = time;
  span.durationMs = Math.max(0, time - span.startedAt);
}

import type { Usage } from "@toolwright/core";

/** What a span is of; runs and steps hold the others. */
export type SpanKind = "run" | "step" | "model" | "tools" | "approvals" | "problems" | "other";

/** An event as spans read it: one of the journal, or one that `GET /api/threads/:id/events` gives. */
export interface SpanEvent {
  readonly seq: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly runId: string;
  readonly parentId?: string;
  readonly type: string;
  readonly data: object;
}

/** Something that took time, or a moment, and what happened within it. */
export interface Span<E extends SpanEvent = SpanEvent> {
  readonly key: string;
  readonly kind: SpanKind;
  label: string;
  detail: string;
  readonly startedAt: number;
  /** Undefined while it goes on. */
  endedAt: number | undefined;
  /** Milliseconds; undefined for a moment, and for what goes on. */
  durationMs: number | undefined;
  hasFailed: boolean;
  /** Tokens and cost of a model call or a run, as far as they are known. */
  usage?: Usage;
  /** Milliseconds until a model call had its first word; left out where nothing streamed in, and of older events. */
  firstTokenMs?: number;
  readonly events: E[];
  readonly children: Span<E>[];
}

/** What a span is about. */
export interface SpanAbout {
  readonly kind: SpanKind;
  readonly label: string;
  readonly detail?: string;
}

/** A span that begins with an event. */
export function spanOf<E extends SpanEvent>(event: E, { kind, label, detail = "" }: SpanAbout): Span<E> {
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
export function momentOf<E extends SpanEvent>(event: E, about: SpanAbout): Span<E> {
  return { ...spanOf(event, about), endedAt: event.time };
}

/** The event that ends a span. Its length is what the event says, or what passed between the two. */
export function endSpan<E extends SpanEvent>(span: Span<E>, event: E): void {
  span.events.push(event);
  closeSpan(span, event.time);
  const durationMs = "durationMs" in event.data ? event.data.durationMs : undefined;
  if (typeof durationMs === "number") span.durationMs = durationMs;
}

/** Ends a span that something else has ended. */
export function closeSpan(span: Span, time: number): void {
  if (span.endedAt !== undefined) return;
  span.endedAt = time;
  span.durationMs = Math.max(0, time - span.startedAt);
}

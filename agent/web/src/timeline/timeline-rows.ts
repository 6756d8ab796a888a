import { foldSpans, type Span } from "@toolwright/view";
import type { TimelineEvent } from "@toolwright/view/internal";
import type { TimelineRow } from "./timeline-row.ts";

/** The lines of a timeline, each after what it stands in. Events have to be in order. */
export function timelineRows(events: readonly TimelineEvent[]): readonly TimelineRow[] {
  const rows: TimelineRow[] = [];
  for (const root of foldSpans(events)) {
    const scale = { from: root.startedAt, to: root.endedAt ?? lastTime(root) };
    const waiting: { readonly span: EventSpan; readonly depth: number }[] = [{ span: root, depth: 0 }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { span, depth } = next;
      rows.push(rowOf(span, depth, scale));
      for (const child of span.children.toReversed()) waiting.push({ span: child, depth: depth + 1 });
    }
  }
  return rows;
}

type EventSpan = Span<TimelineEvent>;

interface Scale {
  readonly from: number;
  readonly to: number;
}

function rowOf(span: EventSpan, depth: number, scale: Scale): TimelineRow {
  const { key, kind, label, detail, startedAt, endedAt, durationMs, firstTokenMs, hasFailed, usage, events } = span;
  return {
    key,
    kind,
    depth,
    label,
    detail,
    startedAt,
    endedAt,
    durationMs,
    hasFailed,
    ...(firstTokenMs !== undefined && { firstTokenMs }),
    ...(usage && { usage }),
    from: share(startedAt, scale),
    to: share(endedAt ?? scale.to, scale),
    offsetMs: Math.max(0, startedAt - scale.from),
    events,
  };
}

/** Clocks may be set back: what would lie outside its run is shown at its edge. */
function share(time: number, { from, to }: Scale): number {
  return to <= from ? 0 : Math.min(1, Math.max(0, (time - from) / (to - from)));
}

/** The newest time that is known of a run under way. */
function lastTime(root: EventSpan): number {
  let last = root.startedAt;
  const waiting = [root];
  for (let span = waiting.pop(); span !== undefined; span = waiting.pop()) {
    last = Math.max(last, ...span.events.map(({ time }) => time));
    waiting.push(...span.children);
  }
  return last;
}

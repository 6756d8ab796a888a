import { memo, useId, useState } from "react";
import { duration } from "../chat/format.ts";
import { EventData } from "./event-data.tsx";
import { isSameRow } from "./is-same-row.ts";
import type { TimelineRow } from "./timeline-row.ts";

/** Levels that are set in; deeper ones stand below each other. */
const DEEPEST = 6;

/** One row; pressed, it shows the data of its events. */
export const TimelineItem = memo(
  ({ row }: { readonly row: TimelineRow }) => {
    const [isOpen, setOpen] = useState(false);
    const id = useId();
    const { kind, depth, label, detail, hasFailed, endedAt } = row;
    const took = tookText(row);
    return (
      <li className="timeline-item" data-depth={Math.min(depth, DEEPEST)}>
        <button
          type="button"
          className="timeline-row"
          data-kind={kind}
          data-seq={row.events[0]?.seq}
          data-failed={hasFailed}
          data-open={endedAt === undefined}
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={[label, detail, took].filter((part) => part !== "").join(", ")}
          title={timeText(row)}
          onClick={() => setOpen(!isOpen)}
        >
          <span className="timeline-time">{depth === 0 ? clock(row.startedAt) : `+${duration(row.offsetMs)}`}</span>
          <span className="timeline-label">
            <b>{label}</b> <span>{detail}</span>
          </span>
          <Bar row={row} />
          <span className="timeline-took">{took}</span>
        </button>
        {isOpen ? <EventData id={id} row={row} /> : null}
      </li>
    );
  },
  (before, after) => isSameRow(before.row, after.row),
);

function Bar({ row: { from, to, durationMs, endedAt } }: { readonly row: TimelineRow }) {
  const isMoment = durationMs === undefined && endedAt !== undefined;
  const left = `${(from * 100).toFixed(2)}%`;
  const style = isMoment ? { left } : { left, width: `${((to - from) * 100).toFixed(2)}%` };
  return (
    <span className="timeline-track">
      <span className={isMoment ? "timeline-bar moment" : "timeline-bar"} style={style} />
    </span>
  );
}

function tookText({ durationMs, endedAt }: TimelineRow): string {
  if (endedAt === undefined) return "…";
  return durationMs === undefined ? "" : duration(durationMs);
}

function timeText({ startedAt }: TimelineRow): string {
  return new Date(startedAt).toLocaleString();
}

function clock(time: number): string {
  return new Date(time).toLocaleTimeString(undefined, {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hour12: false,
  });
}

import { durationText, spelledOnOneLine } from "@toolwright/view/internal";
import type { KeyboardEvent } from "react";
import { dateLocale } from "../base/date-locale.ts";
import { timelinePageTexts } from "../words/timeline.ts";
import type { TimelineRow } from "./timeline-row.ts";
import { type Zoom, zoomed } from "./zoom.ts";

/** Levels that are set in; deeper ones stand below each other. */
const DEEPEST = 5;

interface TimelineItemProps {
  readonly row: TimelineRow;
  readonly top: number;
  readonly place: number;
  readonly count: number;
  readonly isTabbed: boolean;
  readonly isSelected: boolean;
  /** What the bars show; left out: each run from its beginning to its end. */
  readonly zoom: Zoom | undefined;
  readonly onSelect: (key: string) => void;
  readonly onFocus: (place: number) => void;
  readonly onKey: (event: KeyboardEvent) => void;
}

/** One row; pressed, the data of its events is shown. */
export function TimelineItem(props: TimelineItemProps) {
  const { row, top, place, count, isTabbed, isSelected, zoom, onSelect, onFocus, onKey } = props;
  const { key, kind, depth, label, detail, firstTokenMs, hasFailed, endedAt } = row;
  const took = tookText(row);
  return (
    <li className="timeline-item" style={{ top }} aria-setsize={count} aria-posinset={place + 1}>
      <button
        type="button"
        className="timeline-row"
        data-kind={kind}
        data-depth={Math.min(depth, DEEPEST)}
        data-place={place}
        data-seq={row.events[0]?.seq}
        data-failed={hasFailed}
        data-open={endedAt === undefined}
        tabIndex={isTabbed ? 0 : -1}
        aria-expanded={isSelected}
        title={new Date(row.startedAt).toLocaleString(dateLocale())}
        onClick={() => onSelect(key)}
        onFocus={() => onFocus(place)}
        onKeyDown={onKey}
      >
        <span className="timeline-time">{depth === 0 ? clock(row.startedAt) : `+${durationText(row.offsetMs)}`}</span>
        <span className="timeline-label" dir="auto" style={{ paddingInlineStart: 12 * Math.min(depth, DEEPEST) }}>
          <b>{spelledOnOneLine(label)}</b>{" "}
          {firstTokenMs === undefined ? null : (
            <i>{`${timelinePageTexts.firstToken(durationText(firstTokenMs))} · `}</i>
          )}
          <span>{spelledOnOneLine(detail)}</span>
        </span>
        <Bar row={row} zoom={zoom} />
        <span className="timeline-took">{took}</span>
      </button>
    </li>
  );
}

function Bar({ row, zoom }: { readonly row: TimelineRow; readonly zoom: Zoom | undefined }) {
  const { durationMs, endedAt } = row;
  const place = zoom === undefined ? row : zoomed(row, zoom);
  if (place === undefined) return <span className="timeline-track" />;
  const { from, to } = place;
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
  return durationMs === undefined ? "" : durationText(durationMs);
}

function clock(time: number): string {
  const shown = { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false } as const;
  return new Date(time).toLocaleTimeString(dateLocale(), shown);
}

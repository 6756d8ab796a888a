import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { timelinePageTexts } from "../words/timeline.ts";
import { TimelineItem } from "./timeline-item.tsx";
import type { TimelineRow } from "./timeline-row.ts";
import { useWindow } from "./use-window.ts";
import { rowAfterKey } from "./visible-range.ts";
import type { Zoom } from "./zoom.ts";

interface TimelineListProps {
  readonly rows: readonly TimelineRow[];
  /** The row whose data is shown. */
  readonly selected: string | undefined;
  readonly onSelect: (key: string) => void;
  readonly zoom: Zoom | undefined;
  /** Said where there is no row. */
  readonly empty: string;
  /** Loads what was before; undefined when nothing was. */
  readonly earlier: (() => void) | undefined;
}

/** Pixels; app.css has the same. */
const ROW_HEIGHT = 32;

/**
 * The rows, of which only those in view are rendered. One of them is reached with Tab, the others with the arrow keys.
 */
export function TimelineList({ rows, selected, onSelect, zoom, empty, earlier }: TimelineListProps) {
  const box = useRef<HTMLDivElement>(null);
  const [first, end] = useWindow(box, rows, ROW_HEIGHT);
  const [active, setActive] = useState(0);
  const onKey = (event: KeyboardEvent) => {
    const next = rowAfterKey(event.key, active, rows.length);
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
    focusRow(box.current, next);
  };
  useEffect(() => {
    const place = selected === undefined ? -1 : rows.findIndex(({ key }) => key === selected);
    if (place >= 0) reveal(box.current, place);
  }, [rows, selected]);
  const tabbed = active >= first && active < end ? active : first;
  return (
    <div ref={box} className="timeline-rows">
      {earlier === undefined ? null : (
        <button type="button" className="earlier" onClick={earlier}>
          {timelinePageTexts.earlier}
        </button>
      )}
      {rows.length === 0 ? <p className="quiet-text">{empty}</p> : null}
      <ul aria-label={timelinePageTexts.events} style={{ height: rows.length * ROW_HEIGHT }}>
        {rows.slice(first, end).map((row, index) => (
          <TimelineItem
            key={row.key}
            row={row}
            top={(first + index) * ROW_HEIGHT}
            place={first + index}
            count={rows.length}
            isTabbed={first + index === tabbed}
            isSelected={row.key === selected}
            zoom={zoom}
            onSelect={onSelect}
            onFocus={setActive}
            onKey={onKey}
          />
        ))}
      </ul>
    </div>
  );
}

/** Scrolls no further than needed. */
function reveal(box: HTMLElement | null, place: number): void {
  const list = box?.querySelector("ul");
  if (!box || !list) return;
  const top = list.offsetTop + place * ROW_HEIGHT;
  if (top < box.scrollTop) box.scrollTop = top;
  if (top + ROW_HEIGHT > box.scrollTop + box.clientHeight) box.scrollTop = top + ROW_HEIGHT - box.clientHeight;
}

/** A row that is not in view is rendered once the list has scrolled there. */
function focusRow(box: HTMLElement | null, place: number): void {
  reveal(box, place);
  const focus = () => box?.querySelector<HTMLElement>(`[data-place="${place}"]`)?.focus({ preventScroll: true });
  focus();
  // One frame for the scrolling, one for the rows that it brings.
  requestAnimationFrame(() => requestAnimationFrame(focus));
}

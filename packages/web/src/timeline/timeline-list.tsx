import { useLayoutEffect, useRef } from "react";
import { TimelineItem } from "./timeline-item.tsx";
import type { TimelineRow } from "./timeline-row.ts";

interface TimelineListProps {
  readonly rows: readonly TimelineRow[];
  /** Said where there is no row. */
  readonly empty: string;
  /** Loads what was before; undefined when nothing was. */
  readonly earlier: (() => void) | undefined;
}

/** Pixels from the end within which the newest row is followed. */
const NEAR_END = 60;

/** The rows, the newest at the end and in view unless the user has scrolled away from it. */
export function TimelineList({ rows, empty, earlier }: TimelineListProps) {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const last = rows.at(-1)?.key;
  useLayoutEffect(() => {
    if (last !== undefined && isAtEnd.current) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [last]);
  const followScroll = () => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = box.current ?? {};
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END;
  };
  return (
    <div ref={box} className="timeline-rows" onScroll={followScroll}>
      {earlier === undefined ? null : (
        <button type="button" className="earlier" onClick={earlier}>
          Earlier events
        </button>
      )}
      {rows.length === 0 ? <p className="quiet-text">{empty}</p> : null}
      <ul aria-label="Events">
        {rows.map((row) => (
          <TimelineItem key={row.key} row={row} />
        ))}
      </ul>
    </div>
  );
}

import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { TimelineRow } from "./timeline-row.ts";
import { visibleRange } from "./visible-range.ts";

/** Pixels from the end within which the newest row is followed. */
const NEAR_END = 60;

/** Renders of a long list only what is in view, and keeps in view what was, or the newest row. */
export function useWindow(box: RefObject<HTMLElement | null>, rows: readonly TimelineRow[], rowHeight: number) {
  const [view, setView] = useState({ scrollTop: 0, height: 0 });
  const isAtEnd = useRef(true);
  const shown = useRef(rows);
  useLayoutEffect(() => {
    const { current } = box;
    if (current === null) return;
    const look = () => setView({ scrollTop: current.scrollTop, height: current.clientHeight });
    const observer = new ResizeObserver(look);
    observer.observe(current);
    const scrolled = () => {
      isAtEnd.current = current.scrollHeight - current.scrollTop - current.clientHeight < NEAR_END;
      look();
    };
    current.addEventListener("scroll", scrolled, { passive: true });
    return () => {
      observer.disconnect();
      current.removeEventListener("scroll", scrolled);
    };
  }, [box]);
  useLayoutEffect(() => {
    const { current } = box;
    if (current === null || rows === shown.current) return;
    const added = addedBefore(shown.current, rows);
    shown.current = rows;
    if (added > 0) current.scrollTop += added * rowHeight;
    else if (isAtEnd.current) current.scrollTop = current.scrollHeight;
  }, [box, rows, rowHeight]);
  return visibleRange({ ...view, rowHeight, count: rows.length });
}

/** How many rows were put before the one that was the first. */
function addedBefore([first]: readonly TimelineRow[], rows: readonly TimelineRow[]): number {
  return first === undefined || rows[0]?.key === first.key ? 0 : rows.findIndex(({ key }) => key === first.key);
}

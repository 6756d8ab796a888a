import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useServices } from "../app/services.ts";
import { useCardLink } from "./card-link.ts";
import { EventData } from "./event-data.tsx";
import { FILTER_KINDS, filterRows, type RowFilter } from "./filter-rows.ts";
import { TimelineFilter } from "./timeline-filter.tsx";
import { TimelineList } from "./timeline-list.tsx";
import { useTimeline } from "./use-timeline.ts";
import { type Zoom, zoomTo } from "./zoom.ts";

const ALL: RowFilter = { kinds: new Set(FILTER_KINDS), text: "" };

/** What happened in the thread, when, for how long, and beside what. */
export function Timeline({ onClose }: { readonly onClose: () => void }) {
  const { timeline } = useServices();
  const { rows, isLoading, hasEarlier, problem } = useTimeline();
  const [filter, setFilter] = useState(ALL);
  const shown = useMemo(() => filterRows(rows, filter), [rows, filter]);
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  const [selected, setSelected] = useState<string>();
  const [zoom, setZoom] = useState<Zoom>();
  useCardLink(rows, setSelected);
  const row = selected === undefined ? undefined : rows.find(({ key }) => key === selected);
  const select = useCallback((key: string) => setSelected((known) => (known === key ? undefined : key)), []);
  const onKey = ({ key }: KeyboardEvent) => {
    if (key !== "Escape") return;
    if (row === undefined) onClose();
    else setSelected(undefined);
  };
  return (
    <aside className="timeline" aria-label="Timeline" onKeyDown={onKey}>
      <div className="timeline-head">
        <h2>Timeline</h2>
        {zoom === undefined ? null : (
          <button type="button" className="quiet" onClick={() => setZoom(undefined)}>
            Show all of it
          </button>
        )}
        <button ref={close} type="button" className="quiet" aria-label="Close timeline" onClick={onClose}>
          ✕
        </button>
      </div>
      <TimelineFilter filter={filter} onFilter={setFilter} />
      {problem === undefined ? null : (
        <p role="alert" className="list-problem">
          {problem}
        </p>
      )}
      <TimelineList
        rows={shown}
        selected={selected}
        onSelect={select}
        zoom={zoom}
        empty={emptyText({ isLoading, hasRows: rows.length > 0 })}
        earlier={hasEarlier ? () => void timeline.loadEarlier() : undefined}
      />
      {row === undefined ? null : (
        <EventData
          key={row.key}
          row={row}
          onZoom={() => setZoom(zoomTo(row, Date.now()))}
          onClose={() => setSelected(undefined)}
        />
      )}
    </aside>
  );
}

function emptyText({ isLoading, hasRows }: { readonly isLoading: boolean; readonly hasRows: boolean }): string {
  if (hasRows) return "No event fits the filter.";
  return isLoading ? "Loading …" : "Nothing has happened yet.";
}

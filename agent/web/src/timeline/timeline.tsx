import { type KeyboardEvent, useCallback, useEffect, useMemo, useState } from "react";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { timelinePageTexts } from "../words/timeline.ts";
import { useCardLink } from "./card-link.ts";
import { EventData } from "./event-data.tsx";
import { FILTER_KINDS, type FilterKind, filterRows, type RowFilter } from "./filter-rows.ts";
import { TimelineList } from "./timeline-list.tsx";
import type { TimelineState } from "./timeline-store.ts";
import { type Zoom, zoomTo } from "./zoom.ts";

const ALL: RowFilter = { kinds: new Set(FILTER_KINDS), text: "" };

/** What happened in the thread, when, for how long, and beside what. */
export function Timeline() {
  const { timeline } = useServices();
  const { rows, isLoading, hasEarlier, problem } = useTimeline();
  const [filter, setFilter] = useState(ALL);
  const shown = useMemo(() => filterRows(rows, filter), [rows, filter]);
  const [selected, setSelected] = useState<string>();
  const [zoom, setZoom] = useState<Zoom>();
  useCardLink(rows, setSelected);
  const row = selected === undefined ? undefined : rows.find(({ key }) => key === selected);
  const select = useCallback((key: string) => setSelected((known) => (known === key ? undefined : key)), []);
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || row === undefined) return;
    // It would close the pane as well.
    event.stopPropagation();
    setSelected(undefined);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is heard from the rows in it.
    <div className="timeline" onKeyDown={onKey}>
      {zoom === undefined ? null : (
        <button type="button" className="quiet timeline-all" onClick={() => setZoom(undefined)}>
          {timelinePageTexts.showAll}
        </button>
      )}
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
    </div>
  );
}

function emptyText({ isLoading, hasRows }: { readonly isLoading: boolean; readonly hasRows: boolean }): string {
  if (hasRows) return timelinePageTexts.noneFits;
  return isLoading ? timelinePageTexts.loading : timelinePageTexts.none;
}

/** The timeline of the thread that is shown, kept up to date. */
function useTimeline(): TimelineState {
  const { thread, threads, timeline } = useServices();
  const threadId = useStore(thread, (state) => state.threadId);
  const isLoading = useStore(thread, (state) => state.isLoading);
  const shown = useStore(thread, (state) => state.seq);
  const heard = useStore(threads, (state) => state.newest.get(threadId ?? "") ?? 0);
  useEffect(() => {
    // How far back to go is known once the thread is there.
    if (isLoading) timeline.open(undefined, 0);
    else timeline.open(threadId, thread.state().seq);
  }, [timeline, thread, threadId, isLoading]);
  useEffect(() => {
    if (!isLoading) timeline.hear(Math.max(shown, heard));
  }, [timeline, shown, heard, isLoading]);
  return useStore(timeline, (state) => state);
}

interface TimelineFilterProps {
  readonly filter: RowFilter;
  readonly onFilter: (filter: RowFilter) => void;
}

/** Which rows of the timeline are shown. */
function TimelineFilter({ filter, onFilter }: TimelineFilterProps) {
  const toggle = (kind: FilterKind) => {
    const kinds = new Set(filter.kinds);
    if (!kinds.delete(kind)) kinds.add(kind);
    onFilter({ ...filter, kinds });
  };
  return (
    <div className="timeline-filter">
      <input
        type="search"
        aria-label={timelinePageTexts.filterEvents}
        placeholder={timelinePageTexts.filter}
        value={filter.text}
        onChange={(e) => onFilter({ ...filter, text: e.target.value })}
      />
      <fieldset aria-label={timelinePageTexts.show}>
        {FILTER_KINDS.map((kind) => (
          <label key={kind} data-kind={kind}>
            <input type="checkbox" checked={filter.kinds.has(kind)} onChange={() => toggle(kind)} />
            {timelinePageTexts.kinds[kind]}
          </label>
        ))}
      </fieldset>
    </div>
  );
}

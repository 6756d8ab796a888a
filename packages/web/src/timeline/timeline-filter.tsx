import { FILTER_KINDS, type FilterKind, type RowFilter } from "./filter-rows.ts";

interface TimelineFilterProps {
  readonly filter: RowFilter;
  readonly onFilter: (filter: RowFilter) => void;
}

const NAMES: Readonly<Record<FilterKind, string>> = {
  model: "Model",
  tools: "Tools",
  approvals: "Approvals",
  problems: "Problems",
};

/** Which rows of the timeline are shown. */
export function TimelineFilter({ filter, onFilter }: TimelineFilterProps) {
  const toggle = (kind: FilterKind) => {
    const kinds = new Set(filter.kinds);
    if (!kinds.delete(kind)) kinds.add(kind);
    onFilter({ ...filter, kinds });
  };
  return (
    <div className="timeline-filter">
      <input
        type="search"
        aria-label="Filter events"
        placeholder="Filter"
        value={filter.text}
        onChange={(e) => onFilter({ ...filter, text: e.target.value })}
      />
      <fieldset aria-label="Show">
        {FILTER_KINDS.map((kind) => (
          <label key={kind} data-kind={kind}>
            <input type="checkbox" checked={filter.kinds.has(kind)} onChange={() => toggle(kind)} />
            {NAMES[kind]}
          </label>
        ))}
      </fieldset>
    </div>
  );
}

import type { SpanKind } from "@toolwright/view/internal";
import type { TimelineRow } from "./timeline-row.ts";

/** The kinds that can be left out. */
export const FILTER_KINDS = ["model", "tools", "approvals", "problems"] as const satisfies readonly SpanKind[];
export type FilterKind = (typeof FILTER_KINDS)[number];

export interface RowFilter {
  readonly kinds: ReadonlySet<FilterKind>;
  /** Looked for in names, details and data, whatever its case. */
  readonly text: string;
}

/** Characters of the data of an event that are searched. */
const SEARCHED = 4_000;

/** The rows that fit, and those in which they stand. */
export function filterRows(rows: readonly TimelineRow[], { kinds, text }: RowFilter): readonly TimelineRow[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "" && kinds.size === FILTER_KINDS.length) return rows;
  const kept: TimelineRow[] = [];
  // From the end, so that a row is reached after everything within it.
  let within = -1;
  for (const row of rows.toReversed()) {
    const holdsKept = within > row.depth;
    if (!holdsKept && !(fits(row, kinds) && (wanted === "" || searched(row).includes(wanted)))) continue;
    within = row.depth;
    kept.push(row);
  }
  return kept.reverse();
}

/** Runs and steps are there for what they hold, as long as not everything is shown. */
function fits({ kind }: TimelineRow, kinds: ReadonlySet<FilterKind>): boolean {
  const name = FILTER_KINDS.find((known) => known === kind);
  return name === undefined ? kinds.size === FILTER_KINDS.length : kinds.has(name);
}

const texts = new WeakMap<TimelineRow, string>();

function searched(row: TimelineRow): string {
  const known = texts.get(row);
  if (known !== undefined) return known;
  const data = row.events.map((event) => JSON.stringify(event.data).slice(0, SEARCHED));
  const text = [row.label, row.detail, ...data].join("\n").toLowerCase();
  texts.set(row, text);
  return text;
}

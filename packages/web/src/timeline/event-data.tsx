import type { TimelineEvent } from "@toolwright/view";
import { CopyButton } from "../chat/copy-button.tsx";
import type { TimelineRow } from "./timeline-row.ts";

/** Characters of one event that are shown. */
const LONGEST = 40_000;

interface EventDataProps {
  readonly row: TimelineRow;
  readonly onClose: () => void;
}

/** The data of a row's events as they are stored: secrets are masked before that. */
export function EventData({ row: { label, events }, onClose }: EventDataProps) {
  return (
    <section className="event-data" aria-label={`Data of ${label}`}>
      <div className="event-data-head">
        <h3>{label}</h3>
        <button type="button" className="quiet" aria-label="Close data" onClick={onClose}>
          ✕
        </button>
      </div>
      {events.map((event) => (
        <div key={event.seq}>
          <div className="event-head">
            <span>{`${event.seq} ${event.type}`}</span>
            <time dateTime={isoTime(event.time)}>{new Date(event.time).toLocaleTimeString()}</time>
            <CopyButton label="Copy data" text={() => jsonText(event)} />
          </div>
          <pre>{jsonText(event)}</pre>
          {event.cut === undefined ? null : <p className="quiet-text">{`Too long and cut: ${event.cut.join(", ")}`}</p>}
        </div>
      ))}
    </section>
  );
}

function jsonText({ data }: TimelineEvent): string {
  const text = JSON.stringify(data, null, 2);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}\n…` : text;
}

function isoTime(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString();
}

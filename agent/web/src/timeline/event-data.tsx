import { durationText, spelledOnOneLine, spelledOut, type TimelineEvent } from "@toolwright/view/internal";
import { useState } from "react";
import { dateLocale } from "../base/date-locale.ts";
import { CopyButton } from "../chat/copy-button.tsx";
import { usageText } from "../composer/usage-text.ts";
import { Icon } from "../icons/icon.tsx";
import { timelinePageTexts } from "../words/timeline.ts";
import { callOf, showCard } from "./card-link.ts";
import { SentMessages } from "./sent-messages.tsx";
import type { TimelineRow } from "./timeline-row.ts";

/** Characters of one event that are shown. */
const LONGEST = 40_000;

interface EventDataProps {
  readonly row: TimelineRow;
  /** Has the bars show the time of this row. */
  readonly onZoom: () => void;
  readonly onClose: () => void;
}

/** The data of a row's events as they are stored: secrets are masked before that. */
export function EventData({ row, onZoom, onClose }: EventDataProps) {
  const { label, kind, events } = row;
  const facts = factsOf(row);
  return (
    <section className="event-data" aria-label={timelinePageTexts.dataOf(label)}>
      <div className="event-data-head">
        <h3 dir="auto">{spelledOnOneLine(label)}</h3>
        <button type="button" className="quiet" onClick={onZoom}>
          {timelinePageTexts.zoom}
        </button>
        <ShowCard toolCallId={callOf(row)} />
        <button type="button" className="quiet" aria-label={timelinePageTexts.closeData} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {facts === "" ? null : <p className="quiet-text">{facts}</p>}
      {kind === "model" && events[0] !== undefined ? <SentMessages seq={events[0].seq} /> : null}
      {events.map((event) => (
        <div key={event.seq}>
          <div className="event-head">
            <span>{`${event.seq} ${event.type}`}</span>
            <time dateTime={isoTime(event.time)}>{new Date(event.time).toLocaleTimeString(dateLocale())}</time>
            <CopyButton label={timelinePageTexts.copyData} text={() => jsonText(event)} />
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard too. */}
          <pre dir="auto" tabIndex={0}>
            {spelledOut(jsonText(event))}
          </pre>
          {event.cut === undefined ? null : <p className="quiet-text">{timelinePageTexts.cut(event.cut.join(", "))}</p>}
        </div>
      ))}
    </section>
  );
}

/** How long it took, and what it used. */
function factsOf({ durationMs, usage }: TimelineRow): string {
  const took = durationMs === undefined ? "" : durationText(durationMs);
  return [took, usage === undefined ? "" : usageText(usage)].filter((fact) => fact !== "").join(", ");
}

function ShowCard({ toolCallId }: { readonly toolCallId: string | undefined }) {
  const [isMissing, setMissing] = useState(false);
  if (toolCallId === undefined) return null;
  if (isMissing) return <span role="status">{timelinePageTexts.cardMissing}</span>;
  const show = async () => setMissing(!(await showCard(toolCallId)));
  return (
    <button type="button" className="quiet" onClick={() => void show()}>
      {timelinePageTexts.showCard}
    </button>
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

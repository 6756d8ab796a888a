import {
  askingIn,
  countsText,
  type ProgramCall,
  type ProgramRow,
  programRows,
  spelledOnOneLine,
} from "@toolwright/view/internal";
import { use, useId, useMemo, useState } from "react";
import { Icon } from "../../icons/icon.tsx";
import { cardsTexts } from "../../words/cards.ts";
import { programCardTexts } from "../../words/program-card.ts";
import { CallRow } from "./call-row.tsx";
import { LineLink } from "./line-link.tsx";
import { LineLinksContext } from "./line-links.ts";

interface CallTreeProps {
  /** The call that they are inside of. */
  readonly outerId: string;
  readonly calls: readonly ProgramCall[];
}

/** The calls inside a program, a line each: it opens to the card of the call. The first that asks is open. */
export function CallTree({ outerId, calls }: CallTreeProps) {
  const [asking] = useMemo(() => askingIn(calls), [calls]);
  return <Rows outerId={outerId} calls={calls} asking={asking?.toolCallId} label={programCardTexts.calls} />;
}

interface RowsProps extends CallTreeProps {
  /** The call whose question comes first. */
  readonly asking: string | undefined;
  readonly label: string;
}

function Rows({ outerId, calls, asking, label }: RowsProps) {
  const rows = useMemo(() => programRows(calls), [calls]);
  return (
    <ol className="tw-tree" aria-label={label}>
      {rows.map((row) =>
        row.kind === "call" ? (
          <Row key={row.call.toolCallId} {...{ outerId, call: row.call, asking }} />
        ) : (
          <SharedRow key={`tool ${row.toolName}`} {...{ outerId, row, asking }} />
        ),
      )}
    </ol>
  );
}

interface RowProps extends Pick<RowsProps, "outerId" | "asking"> {
  readonly call: ProgramCall;
}

/** Calls inside a call stand below it, until its own card shows them. */
function Row({ outerId, call, asking }: RowProps) {
  const { toolCallId, toolName, calls } = call;
  const label = programCardTexts.callsInside(spelledOnOneLine(toolName.slice(0, 100)));
  return (
    <CallRow outerId={outerId} call={call} isAsking={toolCallId === asking}>
      {calls.length === 0 ? null : <Rows {...{ outerId: toolCallId, calls, asking, label }} />}
    </CallRow>
  );
}

/** Calls that are listed below their line; what comes after is counted. */
const MOST = 200;
/** Lines of the program that lead away from it. */
const MOST_LINKS = 3;

interface SharedRowProps extends Pick<RowsProps, "outerId" | "asking"> {
  readonly row: Extract<ProgramRow, { kind: "calls" }>;
}

/** All calls of one tool as one line. The one that asks stands below it, also while it is closed. */
function SharedRow({ outerId, row, asking }: SharedRowProps) {
  const { marked } = use(LineLinksContext);
  const [isOpen, setOpen] = useState(false);
  const bodyId = useId();
  const { toolName, calls } = row;
  const lines = useMemo(() => [...new Set(calls.flatMap(({ line }) => line ?? []))], [calls]);
  const shown = isOpen ? calls.slice(0, MOST) : [];
  const waiting = calls.find((call) => asksInside(call, asking));
  const listed = waiting === undefined || shown.includes(waiting) ? shown : [...shown, waiting];
  const name = spelledOnOneLine(toolName.slice(0, 100));
  return (
    <li data-lines={lines.join(" ")} data-marked={lines.some((line) => line === marked) ? true : undefined}>
      <div className="tw-tree-row">
        <button
          type="button"
          className="tw-tree-toggle"
          aria-expanded={isOpen}
          aria-controls={listed.length > 0 ? bodyId : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="chevron" />
          <span className="tw-card-name">{name}</span>
          <span className="tw-card-fact">×{calls.length}</span>
          <span className="tw-card-fact">{countsText(row)}</span>
        </button>
        {lines.slice(0, MOST_LINKS).map((line) => (
          <LineLink key={line} line={line} call={name} />
        ))}
      </div>
      {listed.length === 0 ? null : (
        <ol className="tw-tree" id={bodyId} aria-label={programCardTexts.callsInside(name)}>
          {listed.map((call) => (
            <Row key={call.toolCallId} {...{ outerId, call, asking }} />
          ))}
        </ol>
      )}
      {isOpen && calls.length > MOST ? <p className="tw-note">{cardsTexts.moreCalls(calls.length - MOST)}</p> : null}
    </li>
  );
}

function asksInside({ toolCallId, calls }: ProgramCall, asking: string | undefined): boolean {
  return asking !== undefined && (toolCallId === asking || calls.some((call) => asksInside(call, asking)));
}

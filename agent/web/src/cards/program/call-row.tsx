import { useAuiState } from "@assistant-ui/react";
import { durationText, fieldIn, type ProgramCall, spelledOnOneLine, verdictText } from "@toolwright/view/internal";
import { type ReactNode, use, useEffect, useId, useRef } from "react";
import { Icon } from "../../icons/icon.tsx";
import { CardsInside } from "../frame/nested-calls.tsx";
import { OpenCards } from "../frame/open-cards.ts";
import { PlainCard } from "../frame/tool-card.tsx";
import { useChosen } from "../stretch/chosen-cards.ts";
import { SHORTEST_MS } from "../stretch/fold-words.ts";
import { LineLink } from "./line-link.tsx";
import { LineLinksContext } from "./line-links.ts";

interface CallRowProps {
  /** The call that it is inside of. */
  readonly outerId: string;
  readonly call: ProgramCall;
  /** Whether its question comes first: it is open then, until the reader closes it. */
  readonly isAsking: boolean;
  /** The calls inside it, shown while it is closed. */
  readonly children: ReactNode;
}

/** A call of a program as one line, which opens to its card. */
export function CallRow({ outerId, call, isAsking, children }: CallRowProps) {
  const { toolCallId, toolName, number, line, about, state, durationMs } = call;
  const { marked } = use(LineLinksContext);
  const [chosen, choose] = useChosen(toolCallId);
  const isOpen = chosen ?? isAsking;
  const toggle = useFocusWhenClosed(isOpen);
  const bodyId = useId();
  const name = spelledOnOneLine(toolName.slice(0, 100));
  return (
    <li
      data-state={state}
      data-calls={toolCallId}
      data-lines={line}
      data-marked={line !== undefined && line === marked ? true : undefined}
    >
      <div className="tw-tree-row">
        <button
          type="button"
          className="tw-tree-toggle"
          aria-expanded={isOpen}
          aria-controls={isOpen ? bodyId : undefined}
          onClick={() => choose(!isOpen)}
          ref={toggle}
        >
          <Icon name="chevron" />
          <span className="tw-tree-number">{number}</span>
          <span className="tw-card-name">{name}</span>
          <code className="tw-card-about" dir="auto">
            {spelledOnOneLine(about)}
          </code>
          <span className="tw-tree-verdict">{verdictText(call)}</span>
          {durationMs === undefined || durationMs < SHORTEST_MS ? null : (
            <span className="tw-card-fact tw-card-time">{durationText(durationMs)}</span>
          )}
        </button>
        {line === undefined ? null : <LineLink line={line} call={`${number}, ${name}`} />}
      </div>
      {isOpen ? (
        <div className="tw-nested" id={bodyId}>
          <OpenCards value={true}>
            <CardOf outerId={outerId} toolCallId={toolCallId} />
          </OpenCards>
        </div>
      ) : (
        children
      )}
    </li>
  );
}

function CardOf({ outerId, toolCallId }: { readonly outerId: string; readonly toolCallId: string }) {
  const place = useAuiState((state) => {
    const parts: readonly unknown[] = state.optional.message?.parts ?? [];
    return parts.findIndex((part) => fieldIn(part, "toolCallId") === toolCallId);
  });
  return place === -1 ? null : <CardsInside toolCallId={outerId} places={[place]} Plain={PlainCard} />;
}

/** What closes the card from inside goes with it: the focus returns to the line. */
function useFocusWhenClosed(isOpen: boolean) {
  const toggle = useRef<HTMLButtonElement>(null);
  const was = useRef(isOpen);
  useEffect(() => {
    if (was.current && !isOpen && document.activeElement === document.body) toggle.current?.focus();
    was.current = isOpen;
  }, [isOpen]);
  return toggle;
}

import type { ToolCallMessagePartComponent } from "@assistant-ui/react";
import { createContext, use, useMemo } from "react";
import { cardsTexts } from "../../words/cards.ts";
import type { ShownCall } from "../shown-call.ts";
import { CallsAt } from "./calls-at.tsx";
import { InnerCardContext } from "./inner-card.ts";
import { useHasOuterCall, useInnerCalls } from "./use-call-notes.ts";

/** The call in whose card a component stands, and how many cards are around it. */
const OuterCall = createContext<{ readonly toolCallId: string | undefined; readonly depth: number }>({
  toolCallId: undefined,
  depth: 0,
});

/** Cards in each other: each takes some of the width, and of the stack. */
const DEEPEST = 8;

/** Calls that are shown inside one card; what comes after is counted. */
const MOST = 200;

interface NestedCallsProps {
  readonly toolCallId: string;
  /** The card of a call whose tool has none that is registered. */
  readonly Plain: ToolCallMessagePartComponent;
}

/** The calls that were made inside a call, each in the card of its own tool. */
export function NestedCalls({ toolCallId, Plain }: NestedCallsProps) {
  const places = useInnerCalls(toolCallId);
  if (places.length === 0) return null;
  return (
    <div className="tw-nested">
      <CardsInside toolCallId={toolCallId} places={places.slice(0, MOST)} Plain={Plain} />
      {places.length > MOST ? <p className="tw-note">{cardsTexts.moreCalls(places.length - MOST)}</p> : null}
    </div>
  );
}

interface CardsInsideProps extends NestedCallsProps {
  /** Where the calls stand among the parts of the message. */
  readonly places: readonly number[];
}

/** The cards of some of the calls that were made inside a call. */
export function CardsInside({ toolCallId, places, Plain }: CardsInsideProps) {
  const { depth } = use(OuterCall);
  const Fallback = use(InnerCardContext) ?? Plain;
  const components = useMemo(() => ({ tools: { Fallback } }), [Fallback]);
  const outer = useMemo(() => ({ toolCallId, depth: depth + 1 }), [toolCallId, depth]);
  if (depth === DEEPEST) return <p className="tw-note">{cardsTexts.innerCalls}</p>;
  return (
    <OuterCall value={outer}>
      <CallsAt places={places} components={components} />
    </OuterCall>
  );
}

/** Whether this is not the place of a call: it is shown in the card of the call around it. */
export function useIsShownInside({ parentId, toolCallId }: ShownCall): boolean {
  const outer = use(OuterCall);
  const hasOuter = useHasOuterCall(parentId);
  return hasOuter && parentId !== toolCallId && outer.toolCallId !== parentId;
}

import { spelledOnOneLine } from "@toolwright/view/internal";
import { type ReactNode, use, useId } from "react";
import { ApprovalCard } from "../../approval/approval-card.tsx";
import { cardsTexts } from "../../words/cards.ts";
import { hasMedia } from "../result-parts.ts";
import type { ShownCall } from "../shown-call.ts";
import { useChosen } from "../stretch/chosen-cards.ts";
import { DeclaredEffects, toolLook } from "../tool-looks.ts";
import { CallArguments } from "./call-arguments.tsx";
import { CallOutcome, WhyNot } from "./call-outcome.tsx";
import { type CallState, callState } from "./call-state.ts";
import { CardHead } from "./card-head.tsx";
import { NestedCalls, useIsShownInside } from "./nested-calls.tsx";
import { OpenCardsContext } from "./open-cards.ts";
import { useApproval } from "./use-approval.ts";
import { useCallNote } from "./use-call-notes.ts";

export interface ToolCardProps {
  /** What assistant-ui gives a tool's component. */
  readonly call: ShownCall;
  /** What the call is about, in one line: a path, a command, an address. Long ones are cut. */
  readonly about?: string | undefined;
  /** Short facts, such as `exit 1`. */
  readonly facts?: readonly string[];
  /** In place of the arguments, the output and the result; an error and the calls inside are shown anyway. */
  readonly children?: ReactNode;
  /** What the copy button copies. Default: the result, or the arguments while there is none. */
  readonly copied?: string | undefined;
  /** Whether it stays open when the call has ended well. Default: when there are images or files. */
  readonly isOpenWhenDone?: boolean;
  /**
   * Whether what it did went wrong although the call itself did not fail, as a command that exits with 1: open, and its
   * facts marked.
   */
  readonly wentWrong?: boolean;
  /** Whether `children` show the calls inside. */
  readonly showsCalls?: boolean;
}

/**
 * The frame of every tool's card: name, state, arguments, output, result or error, and the question when there is one.
 */
export function ToolCard(props: ToolCardProps) {
  // A call made inside another one is shown in the card of that one.
  return useIsShownInside(props.call) ? null : <Card {...props} />;
}

/** The card of a call of which only its frame is known. */
export function PlainCard(call: ShownCall) {
  return <ToolCard call={call} />;
}

function Card(props: ToolCardProps) {
  const { call, about = "", facts = [], children, copied, isOpenWhenDone = false, wentWrong = false } = props;
  const { showsCalls = false } = props;
  const state = useCallState(call);
  const approval = useApproval(call);
  const look = toolLook(call.toolName, use(DeclaredEffects));
  const [isOpen, toggle] = useOpen(call, state, isOpenWhenDone || wentWrong || hasMedia(call.result));
  const bodyId = useId();
  const isBusy = state.kind === "arguments" || state.kind === "running";
  const label = spelledOnOneLine(
    about === "" ? cardsTexts.tool(call.toolName) : cardsTexts.toolAbout(call.toolName, about.slice(0, 200)),
  );
  return (
    <section
      className="tw-card"
      data-state={state.kind}
      data-tool={call.toolName}
      aria-label={label}
      aria-busy={isBusy}
      data-call={call.toolCallId}
      data-effect={look.effect}
      data-wrong={wentWrong ? true : undefined}
    >
      <CardHead {...{ call, about, facts, state, isOpen, toggle, bodyId, copied }} icon={look.icon} />
      {isOpen ? (
        <div className="tw-card-body" id={bodyId}>
          {children ?? <CallArguments call={call} />}
          <CallOutcome call={call} state={state} isResultShown={children === undefined} />
          {showsCalls ? null : <NestedCalls toolCallId={call.toolCallId} Plain={PlainCard} />}
          {approval === undefined ? null : (
            <ApprovalCard key={approval.id} {...{ call, approval, isAsked: state.kind === "asking" }} />
          )}
        </div>
      ) : (
        <WhyNot state={state} />
      )}
    </section>
  );
}

/** The state of a call, with what other parts of its message tell of it. */
function useCallState(call: ShownCall): CallState {
  const durationMs = useCallNote(call.toolCallId, "durationMs");
  const approval = useApproval(call);
  const facts = approval === undefined ? call : { ...call, approval };
  const isQueued = useCallNote(call.toolCallId, "isQueued");
  const state = durationMs === undefined ? callState(facts) : callState(facts, durationMs);
  return state.kind === "running" && isQueued ? { kind: "queued" } : state;
}

/** Whether a card shows all it has: as its state wants, until the user chooses. */
function useOpen(
  { toolCallId }: ShownCall,
  state: CallState,
  isOpenWhenDone: boolean,
): readonly [isOpen: boolean, toggle: () => void] {
  const [chosen, choose] = useChosen(toolCallId);
  const areOpen = use(OpenCardsContext);
  const isOpen = chosen ?? (areOpen || isOpenAtFirst(state, isOpenWhenDone));
  return [isOpen, () => choose(!isOpen)];
}

/**
 * What is over is closed, unless there is something to be seen; of a failure that says why in a line it is that line.
 * What waits its turn is a line, too: nothing happens in it.
 */
function isOpenAtFirst(state: CallState, isOpenWhenDone: boolean): boolean {
  if (state.kind === "refused" || state.kind === "stopped" || state.kind === "queued") return false;
  if (state.kind === "failed") return isOpenWhenDone || state.message === "";
  return state.kind !== "done" || isOpenWhenDone;
}

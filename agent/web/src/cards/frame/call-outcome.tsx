import { fieldIn, spelledOut, textIn } from "@toolwright/view/internal";
import { useMemo } from "react";
import { cardsTexts } from "../../words/cards.ts";
import { Files } from "../files.tsx";
import { Images } from "../images.tsx";
import { LiveText } from "../live-text.tsx";
import { LongText } from "../long-text.tsx";
import { filesOf, resultParts } from "../result-parts.ts";
import type { ShownCall } from "../shown-call.ts";
import type { CallState } from "./call-state.ts";
import { KeptOutput } from "./kept-output.tsx";
import { useCallNote } from "./use-call-notes.ts";

interface CallOutcomeProps {
  readonly call: ShownCall;
  readonly state: CallState;
  /** False where the card itself shows output and result. */
  readonly isResultShown: boolean;
}

/** What came of a call: its output while it runs, its result, its images and files, or why there is none. */
export function CallOutcome({ call, state, isResultShown }: CallOutcomeProps) {
  const { result, toolCallId } = call;
  const late = useCallNote(toolCallId, "late");
  const end = useCallNote(toolCallId, "end");
  const isWell = state.kind === "done";
  const shown = useMemo(() => resultParts(result), [result]);
  const { text, images } = shown;
  const kept = fieldIn(end, "ref");
  return (
    <>
      {isResultShown && !isWell ? <LiveOutput toolCallId={toolCallId} isRunning={state.kind === "running"} /> : null}
      {isResultShown && isWell ? <Result text={text} /> : null}
      <Images addresses={images} />
      <Files files={filesOf(shown, kept)} />
      <KeptOutput kept={kept} />
      <Failure state={state} text={text} />
      <Ending end={end} text={text} isOver={late !== undefined} />
      {late === undefined ? null : (
        <Late result={fieldIn(late, "result")} isError={fieldIn(late, "isError") === true} />
      )}
    </>
  );
}

/** Why a closed call did nothing, in a line or two: what failed, and what a person or a rule said against it. */
export function WhyNot({ state }: { readonly state: CallState }) {
  if ((state.kind !== "failed" && state.kind !== "refused") || state.message === "") return null;
  return (
    <p className="tw-card-why" dir="auto" role={state.kind === "failed" ? "alert" : undefined}>
      {spelledOut(state.message.slice(0, 400))}
    </p>
  );
}

function LiveOutput({ toolCallId, isRunning }: { readonly toolCallId: string; readonly isRunning: boolean }) {
  const output = useCallNote(toolCallId, "output");
  return output === "" ? null : <LiveText text={output} isRunning={isRunning} label={cardsTexts.output} />;
}

function Result({ text }: { readonly text: string }) {
  return (
    <div className="tw-result">
      {text === "" ? <p className="tw-note">{cardsTexts.noText}</p> : <LongText text={text} />}
    </div>
  );
}

function Failure({ state, text }: { readonly state: CallState; readonly text: string }) {
  if (state.kind === "refused" || state.kind === "stopped") {
    return state.message === "" ? null : (
      <p className="tw-note" dir="auto">
        {spelledOut(state.message.slice(0, 2_000))}
      </p>
    );
  }
  if (state.kind !== "failed") return null;
  return (
    <div className="tw-error" role="alert" dir="auto">
      {state.message === "" ? <LongText text={text} /> : <p>{spelledOut(state.message.slice(0, 4_000))}</p>}
    </div>
  );
}

interface EndingProps {
  readonly end: unknown;
  readonly text: string;
  readonly isOver: boolean;
}

/** What a tool says to people and not to the model, and whether it goes on. */
function Ending({ end, text, isOver }: EndingProps) {
  const said = textIn(end, "forUser") ?? "";
  return (
    <>
      {said === "" || said === text ? null : <LongText text={said} className="tw-text tw-said" />}
      {fieldIn(end, "async") === true && !isOver ? <p className="tw-note">{cardsTexts.stillRunning}</p> : null}
      {fieldIn(end, "orphaned") === true ? <p className="tw-note">{cardsTexts.notStopped}</p> : null}
    </>
  );
}

function Late({ result, isError }: { readonly result: unknown; readonly isError: boolean }) {
  return (
    <div className={isError ? "tw-error" : "tw-result"}>
      <p className="tw-note">{isError ? cardsTexts.failedLater : cardsTexts.endedLater}</p>
      <LongText text={resultParts(result).text} />
    </div>
  );
}

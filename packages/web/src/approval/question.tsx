import { fieldIn, serverQuestion, spelledOnOneLine, spelledOut } from "@toolwright/view";
import { type RefObject, use, useEffect, useId, useRef, useState } from "react";
import type { Approval } from "../cards/frame/use-approval.ts";
import { useCallNote } from "../cards/frame/use-call-notes.ts";
import { jsonText, parsedJson } from "../cards/json-text.ts";
import { LongText } from "../cards/long-text.tsx";
import type { ShownCall } from "../cards/shown-call.ts";
import { type ApprovalAnswer, ApprovalsContext } from "./approvals.ts";
import { ArgumentsEditor } from "./arguments-editor.tsx";
import { AskedCommand } from "./asked-command.tsx";
import { RefusalNote } from "./refusal-note.tsx";
import { RulesToSave } from "./rules-to-save.tsx";
import { ServerQuestionForm } from "./server-question-form.tsx";
import { useAnswering } from "./use-answering.ts";
import type { Decide } from "./use-decide.ts";

interface QuestionProps {
  readonly call: ShownCall;
  readonly approval: Approval;
  readonly decide: Decide;
  readonly onAnswered: (answer: ApprovalAnswer) => void;
}

/** Asks whether a call may run. There is no form and no default button: the Enter key alone answers nothing. */
export function Question({ call, approval, decide, onAnswered }: QuestionProps) {
  const approvals = use(ApprovalsContext);
  const titleId = useId();
  const box = useFocusUnlessTyping();
  const [step, setStep] = useStep(box);
  const { send, isSending, problem } = useAnswering(decide, onAnswered);
  useEffect(() => approvals?.onAsked?.(approval.id), [approvals, approval.id]);

  const rules = approvals?.rulesFor(approval.id) ?? [];
  const told = fieldIn(useCallNote(call.toolCallId, "question"), "arguments");
  const asked = told ?? approvals?.argumentsFor?.(approval.id) ?? parsedJson(call.argsText) ?? call.args;
  const other = otherArguments(call, asked);
  const ofServer = serverQuestion(call.toolName, asked);
  const back = () => setStep("choose");

  if (ofServer !== undefined && approvals !== undefined) {
    return (
      <section className="tw-ask" aria-labelledby={titleId} ref={box} tabIndex={-1} aria-busy={isSending}>
        <h4 className="tw-ask-title" id={titleId}>
          The MCP server {spelledOnOneLine(ofServer.server)} asks, for {spelledOnOneLine(ofServer.tool)}
        </h4>
        <fieldset className="tw-ask-step" disabled={isSending}>
          <ServerQuestionForm key={approval.id} question={ofServer} asked={asked} send={send} />
        </fieldset>
        <Problem words={problem} />
      </section>
    );
  }
  return (
    <section className="tw-ask" aria-labelledby={titleId} ref={box} tabIndex={-1} aria-busy={isSending}>
      <h4 className="tw-ask-title" id={titleId}>
        May {spelledOnOneLine(call.toolName)} run?
      </h4>
      {approval.prompt === undefined ? null : (
        <p className="tw-ask-reason">{spelledOut(approval.prompt.slice(0, 4_000))}</p>
      )}
      {other === undefined ? null : (
        <div className="tw-ask-other">
          <p>It would run with these arguments, which differ from those above:</p>
          <LongText text={other} />
        </div>
      )}
      <AskedCommand asked={asked} />
      <fieldset className="tw-ask-step" disabled={isSending}>
        {step === "choose" ? (
          <Choices {...{ send, setStep }} canEdit={approvals !== undefined} canSave={rules.length > 0} />
        ) : null}
        {step === "edit" ? (
          <ArgumentsEditor given={asked} onBack={back} onSend={(edited) => send({ approve: true, ...edited })} />
        ) : null}
        {step === "always" ? (
          <RulesToSave rules={rules} onBack={back} onSend={() => send({ approve: true, always: true })} />
        ) : null}
        {step === "note" ? <RefusalNote onBack={back} onSend={(reason) => send({ approve: false, reason })} /> : null}
      </fieldset>
      <Problem words={problem} />
    </section>
  );
}

/** Why an answer did not count. */
function Problem({ words }: { readonly words: string | undefined }) {
  if (words === undefined) return null;
  return (
    <p className="tw-error" role="alert">
      {words}
    </p>
  );
}

interface ChoicesProps {
  readonly send: (answer: ApprovalAnswer) => void;
  readonly setStep: (step: Step) => void;
  readonly canEdit: boolean;
  readonly canSave: boolean;
}

function Choices({ send, setStep, canEdit, canSave }: ChoicesProps) {
  return (
    <div className="tw-ask-buttons">
      <button type="button" className="tw-allow" onClick={() => send({ approve: true })}>
        Allow once
      </button>
      {canSave ? (
        <button type="button" onClick={() => setStep("always")}>
          Always allow …
        </button>
      ) : null}
      {canEdit ? (
        <button type="button" onClick={() => setStep("edit")}>
          Edit arguments …
        </button>
      ) : null}
      <button type="button" onClick={() => setStep("note")}>
        Refuse with a note …
      </button>
      <button type="button" className="tw-refuse" onClick={() => send({ approve: false })}>
        Refuse and stop
      </button>
    </div>
  );
}

/** Moves the focus to an element when it appears, unless that would take it from something that a user is doing. */
function useFocusUnlessTyping(): RefObject<HTMLElement | null> {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isFree(document.activeElement)) box.current?.focus({ preventScroll: true });
  }, []);
  return box;
}

/** An empty field in which nothing has been written counts as free. */
function isFree(active: Element | null): boolean {
  if (active === null || active === document.body) return true;
  return active instanceof HTMLTextAreaElement && active.value === "" && active.closest(".tw-ask") === null;
}

/** The arguments that a question is about, as a text, where the card shows others; undefined where it shows the same. */
function otherArguments({ args, argsText }: Pick<ShownCall, "args" | "argsText">, asked: unknown): string | undefined {
  const text = jsonText(asked);
  return text === jsonText(parsedJson(argsText) ?? args) ? undefined : text;
}

/** Where a user is in answering. */
type Step = "choose" | "edit" | "always" | "note";

/** The step of an answer. The focus follows it, to the first field or to the question itself, and never onto a button. */
function useStep(box: RefObject<HTMLElement | null>): readonly [Step, (step: Step) => void] {
  const [step, setStep] = useState<Step>("choose");
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    const { current } = box;
    (current?.querySelector("textarea") ?? current)?.focus();
  }, [step, box]);
  return [step, setStep];
}

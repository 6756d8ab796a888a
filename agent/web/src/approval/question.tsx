import {
  type CallRisk,
  callPreviewIn,
  fieldIn,
  serverQuestion,
  spelledOnOneLine,
  spelledOut,
} from "@toolwright/view/internal";
import { questionTexts } from "@toolwright/view/internal/words";
import { type RefObject, use, useEffect, useMemo, useRef, useState } from "react";
import type { Approval } from "../cards/frame/use-approval.ts";
import { useCallNote } from "../cards/frame/use-call-notes.ts";
import { jsonText, parsedJson } from "../cards/json-text.ts";
import { LongText } from "../cards/long-text.tsx";
import type { ShownCall } from "../cards/shown-call.ts";
import { approvalTexts } from "../words/approval.ts";
import { type ApprovalAnswer, ApprovalsContext } from "./approvals.ts";
import { ArgumentsEditor } from "./arguments-editor.tsx";
import { AskedByProgram } from "./asked-by-program.tsx";
import { AskedCommand } from "./asked-command.tsx";
import { Choices, type Step } from "./choices.tsx";
import { MoreCalls } from "./more-calls.tsx";
import { lineOf } from "./open-questions.ts";
import { RefusalNote } from "./refusal-note.tsx";
import { RulesToSave } from "./rules-to-save.tsx";
import { ServerQuestionForm } from "./server-question-form.tsx";
import { type AnswerKeys, useAnswerKeys } from "./use-answer-keys.ts";
import { useAnswering } from "./use-answering.ts";
import type { Decide } from "./use-decide.ts";
import { beginDraft, draftStep } from "./use-draft.ts";
import { useSeenFromTop } from "./use-seen-from-top.ts";
import { type SureYes, useSureYes } from "./use-sure-yes.ts";

interface QuestionProps {
  readonly call: ShownCall;
  readonly approval: Approval;
  readonly decide: Decide;
  readonly onAnswered: (answer: ApprovalAnswer) => void;
}

/**
 * Asks whether a call may run, once the beginning of its card was in view. There is no form and no default button: the
 * Enter key alone answers nothing.
 */
export function Question({ call, approval, decide, onAnswered }: QuestionProps) {
  const approvals = use(ApprovalsContext);
  const box = useFocusUnlessTyping();
  const isSeen = useSeenFromTop(box);
  const [step, setStep] = useStep(box, approval.id);
  const { send, isSending, problem } = useAnswering(decide, onAnswered);
  useEffect(() => approvals?.onAsked?.(approval.id), [approvals, approval.id]);
  const told = fieldIn(useCallNote(call.toolCallId, "question"), "arguments");
  // What the question is about is known for certain only when whoever asks has told it.
  const asked = told ?? approvals?.argumentsFor?.(approval.id) ?? parsedJson(call.argsText) ?? call.args;
  const ofServer = approvals === undefined ? undefined : serverQuestion(call.toolName, asked);
  const title =
    ofServer === undefined
      ? questionTexts.run(spelledOnOneLine(call.toolName))
      : questionTexts.serverAsks(spelledOnOneLine(ofServer.server), spelledOnOneLine(ofServer.tool));
  const canSave = (approvals?.rulesFor(approval.id) ?? []).length > 0;
  const risk = approvals?.riskOf?.(approval.id, call.toolName);
  // An app that cannot tell what a call may do asks for one press, as it always has.
  const yes = useSureYes(approvals === undefined || risk?.isUndoable === true, () => void send({ approve: true }));
  const keys = answerKeys({ step, setStep, send, yes, canSave });
  useAnswerKeys(box, ofServer === undefined && isSeen && !isSending, keys);
  return (
    <section className="tw-ask" aria-label={`${title} ${lineOf(asked)}`} ref={box} tabIndex={-1} aria-busy={isSending}>
      <p className="tw-ask-title">{title}</p>
      {ofServer === undefined ? <AskedCall call={call} approval={approval} asked={asked} /> : null}
      <fieldset className="tw-ask-step" disabled={isSending || !isSeen}>
        {ofServer === undefined ? (
          <Answer {...{ approvalId: approval.id, level: risk?.level, asked, step, setStep, send, yes }} />
        ) : (
          <ServerQuestionForm
            key={approval.id}
            approvalId={approval.id}
            question={ofServer}
            asked={asked}
            send={send}
          />
        )}
      </fieldset>
      <Problem words={problem} />
    </section>
  );
}

interface AskedCallProps {
  readonly call: ShownCall;
  readonly approval: Approval;
  readonly asked: unknown;
}

/** What would run, why it is asked, and what it may do at worst; the command last. */
function AskedCall({ call, approval: { id, prompt }, asked }: AskedCallProps) {
  const other = otherArguments(call, asked);
  const risk = use(ApprovalsContext)?.riskOf?.(id, call.toolName);
  const question = useCallNote(call.toolCallId, "question");
  const shows = useMemo(() => callPreviewIn(question), [question]);
  return (
    <>
      <AskedByProgram toolCallId={call.toolCallId} />
      {prompt === undefined ? null : (
        <p className="tw-ask-reason" dir="auto">
          {spelledOut(prompt.slice(0, 4_000))}
        </p>
      )}
      {other === undefined ? null : (
        <div className="tw-ask-other">
          <p>{approvalTexts.otherArguments}</p>
          <LongText text={other} />
        </div>
      )}
      {risk === undefined ? null : (
        <p className="tw-ask-risk" data-level={risk.level} data-lasting={risk.isUndoable ? undefined : true}>
          <span aria-hidden="true">{risk.ring}</span> {spelledOnOneLine(risk.words)}
        </p>
      )}
      {shows?.host === undefined ? null : (
        <p className="tw-note">{approvalTexts.talksTo(spelledOnOneLine(shows.host))}</p>
      )}
      <AskedCommand asked={asked} previewed={shows?.command} />
    </>
  );
}

interface AnswerProps {
  readonly approvalId: string;
  readonly level: CallRisk["level"] | undefined;
  readonly asked: unknown;
  readonly step: Step;
  readonly setStep: (step: Step) => void;
  readonly send: (answer: ApprovalAnswer) => Promise<void>;
  readonly yes: SureYes;
}

/** The choices, or the step that one of them leads to. */
function Answer({ approvalId, level, asked, step, setStep, send, yes }: AnswerProps) {
  const approvals = use(ApprovalsContext);
  const rules = approvals?.rulesFor(approvalId) ?? [];
  const never = approvals?.neverAlways?.(approvalId);
  const back = () => setStep("choose");
  const answer = (given: ApprovalAnswer) => void send(given);
  if (step === "edit") {
    return (
      <ArgumentsEditor
        approvalId={approvalId}
        given={asked}
        onBack={back}
        onSend={(edited) => answer({ approve: true, ...edited })}
      />
    );
  }
  if (step === "always") {
    const isKept = approvals?.keepsForSession?.(approvalId) === true;
    return (
      <RulesToSave
        rules={rules}
        never={never}
        onBack={back}
        onSend={() => answer({ approve: true, always: true })}
        onKeep={isKept ? () => answer({ approve: true, always: "session" }) : undefined}
      />
    );
  }
  const offered = step === "more" ? approvals?.moreFor?.(approvalId) : undefined;
  if (offered !== undefined) {
    return <MoreCalls {...{ offered, level }} onBack={back} onSend={(more) => answer({ approve: true, more })} />;
  }
  if (step === "note")
    return (
      <RefusalNote approvalId={approvalId} onBack={back} onSend={(reason) => answer({ approve: false, reason })} />
    );
  return (
    <Choices
      approvalId={approvalId}
      level={level}
      yes={yes}
      approvals={approvals}
      send={answer}
      setStep={setStep}
      canSave={rules.length > 0}
      never={never}
    />
  );
}

interface KeyedStep extends Pick<AnswerProps, "step" | "setStep" | "send" | "yes"> {
  readonly canSave: boolean;
}

function answerKeys({ step, setStep, send, yes, canSave }: KeyedStep): AnswerKeys {
  const always = step === "always" ? () => void send({ approve: true, always: true }) : undefined;
  if (step !== "choose") return { "1": always, "2": undefined, "3": undefined };
  return {
    "1": yes.press,
    "2": canSave ? () => setStep("always") : undefined,
    "3": () => setStep("note"),
  };
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

/**
 * The arguments that a question is about, as a text, where the card shows others; undefined where it shows the same.
 */
function otherArguments({ args, argsText }: Pick<ShownCall, "args" | "argsText">, asked: unknown): string | undefined {
  const text = jsonText(asked);
  return text === jsonText(parsedJson(argsText) ?? args) ? undefined : text;
}

/**
 * The step of an answer: at first the one in which something was half written. The focus follows it, to the first field
 * or to the question itself, and never onto a button.
 */
function useStep(box: RefObject<HTMLElement | null>, approvalId: string): readonly [Step, (step: Step) => void] {
  const [step, setStep] = useState<Step>(() => draftStep(approvalId) ?? "choose");
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    const { current } = box;
    (current?.querySelector("textarea") ?? current)?.focus();
  }, [step, box]);
  const go = (next: Step) => {
    beginDraft(approvalId, next === "note" || next === "edit" ? next : undefined);
    setStep(next);
  };
  return [step, go];
}

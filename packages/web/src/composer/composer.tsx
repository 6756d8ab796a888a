import { AuiIf, ComposerPrimitive, useAui, useAuiEvent, useAuiState } from "@assistant-ui/react";
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef } from "react";
import { useServices } from "../app/services.ts";
import { useStore } from "../app/use-store.ts";
import { EffortPicker } from "../pickers/effort-picker.tsx";
import { ModePicker } from "../pickers/mode-picker.tsx";
import { ModelPicker } from "../pickers/model-picker.tsx";
import { ToolsPicker } from "../pickers/tools-picker.tsx";
import { AttachedFiles } from "./attach/attached-files.tsx";
import { longPaste } from "./attach/long-paste.ts";
import { useDroppedFiles } from "./attach/use-dropped-files.ts";
import { Proposals } from "./complete/proposals.tsx";
import { useCompletion } from "./complete/use-completion.ts";
import { ComposerProblem } from "./composer-problem.tsx";
import { ComposerStatus } from "./composer-status.tsx";
import { ContextMeter } from "./context-meter.tsx";
import { QueuedMessages } from "./queue/queued-messages.tsx";
import { isAsking } from "./run-status.ts";
import { JobsStrip } from "./strips/jobs-strip.tsx";
import { PlanStrip } from "./strips/plan-strip.tsx";
import { useDraft } from "./use-draft.ts";
import { useSubmit } from "./use-submit.ts";

/** Where the user writes, attaches, picks, sends and stops. */
export function Composer() {
  const { thread, steers } = useServices();
  const isDropped = useDroppedFiles();
  useDraft();
  useEffect(() => steers.watch(), [steers]);
  useAuiEvent("composer.attachmentAddError", ({ message }) => thread.tell(message));
  return (
    <div className="composer-place">
      <PlanStrip />
      <JobsStrip />
      <ComposerStatus />
      <ComposerProblem />
      <QueuedMessages />
      <ComposerPrimitive.Root
        className="composer"
        aria-label="Message to the agent"
        data-dragging={isDropped ? "" : undefined}
      >
        <AttachedFiles />
        <Field />
        <ComposerButtons />
      </ComposerPrimitive.Root>
      <ContextMeter />
    </div>
  );
}

function Field() {
  const { thread } = useServices();
  const aui = useAui();
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const submit = useSubmit();
  const { proposals, marked, look, close, take, onKeyDown } = useCompletion(field);
  const isAsked = useStore(thread, isAsking);
  const isRunning = useStore(thread, (state) => state.isRunning);
  const onKey = (event: KeyboardEvent) => {
    onKeyDown(event);
    const isSubmit = event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing;
    if (!event.defaultPrevented && isSubmit && submit()) event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent) => {
    const file =
      event.clipboardData.files.length > 0 ? undefined : longPaste(event.clipboardData.getData("text/plain"));
    if (file === undefined) return;
    event.preventDefault();
    void aui.composer.addAttachment(file).catch(() => undefined);
  };
  const isOpen = proposals.length > 0;
  return (
    <>
      <Proposals id={listId} proposals={proposals} marked={marked} onTake={take} />
      <ComposerPrimitive.Input
        ref={field}
        className="composer-input"
        aria-label="Message"
        aria-autocomplete="list"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}-${marked}` : undefined}
        placeholder={placeholder(isAsked, isRunning)}
        dir="auto"
        rows={1}
        maxRows={12}
        autoFocus
        onKeyDown={onKey}
        onPaste={onPaste}
        onInput={look}
        onSelect={look}
        onBlur={close}
      />
    </>
  );
}

function placeholder(isAsked: boolean, isRunning: boolean): string {
  if (isAsked) return "Refuse, and say what to do instead";
  return isRunning ? "Say something to the run" : "Ask for something, @file, /command";
}

function ComposerButtons() {
  const submit = useSubmit();
  const isEmpty = useAuiState((s) => s.composer.isEmpty);
  return (
    <div className="composer-buttons">
      <ComposerPrimitive.AddAttachment className="picker" aria-label="Attach files" title="Attach files">
        +
      </ComposerPrimitive.AddAttachment>
      <ModelPicker />
      <EffortPicker />
      <ModePicker />
      <ToolsPicker />
      <span className="space" />
      <AuiIf condition={(s) => !s.thread.isRunning}>
        <ComposerPrimitive.Send
          className="primary"
          onClick={(event) => (submit() ? event.preventDefault() : undefined)}
        >
          Send
        </ComposerPrimitive.Send>
      </AuiIf>
      <AuiIf condition={(s) => s.thread.isRunning}>
        {isEmpty ? null : (
          <button type="button" className="primary" onClick={() => void submit()}>
            Send
          </button>
        )}
        <ComposerPrimitive.Cancel className="stop">Stop</ComposerPrimitive.Cancel>
      </AuiIf>
    </div>
  );
}

import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useEffect, useId, useRef } from "react";
import { useServices } from "../base/services.ts";
import { useStore } from "../base/use-store.ts";
import { Icon } from "../icons/icon.tsx";
import { EffortPicker } from "../pickers/effort-picker.tsx";
import { ModePicker } from "../pickers/mode-picker.tsx";
import { ModelPicker } from "../pickers/model-picker.tsx";
import { ToolsPicker } from "../pickers/tools-picker.tsx";
import { composerTexts } from "../words/composer.ts";
import { AttachedFiles } from "./attach/attached-files.tsx";
import { longPaste } from "./attach/long-paste.ts";
import { useDroppedFiles } from "./attach/use-dropped-files.ts";
import { Proposals } from "./complete/proposals.tsx";
import { useCompletion } from "./complete/use-completion.ts";
import { ComposerProblem } from "./composer-problem.tsx";
import { ComposerStatus } from "./composer-status.tsx";
import { type ComposerStore, isEmpty } from "./composer-store.ts";
import { ContextMeter } from "./context-meter.tsx";
import { QueuedMessages } from "./queue/queued-messages.tsx";
import { isAsking } from "./run-status.ts";
import { JobsStrip } from "./strips/jobs-strip.tsx";
import { PlanStrip } from "./strips/plan-strip.tsx";
import { useSubmit } from "./use-submit.ts";

/** Where the user writes, attaches, picks, sends and stops. */
export function Composer() {
  const { steers } = useServices();
  const submit = useSubmit();
  const isDropped = useDroppedFiles();
  useEffect(() => steers.watch(), [steers]);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <div className="composer-place">
      <PlanStrip />
      <JobsStrip />
      <ComposerStatus />
      <ComposerProblem />
      <QueuedMessages />
      <form
        className="composer"
        aria-label={composerTexts.form}
        data-dragging={isDropped ? "" : undefined}
        onSubmit={onSubmit}
      >
        <AttachedFiles />
        <Field />
        <ComposerButtons />
      </form>
      <ContextMeter />
    </div>
  );
}

const MOST_ROWS = 12;

function Field() {
  const { thread, composer } = useServices();
  const text = useStore(composer, (written) => written.text);
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const submit = useSubmit();
  const { proposals, marked, look, close, take, onKeyDown } = useCompletion(field);
  const isAsked = useStore(thread, isAsking);
  const isRunning = useStore(thread, (state) => state.isRunning);
  useEffect(() => focusEnd(field.current), []);
  useEffect(() => {
    if (isRunning) focusEnd(field.current);
  }, [isRunning]);
  const onKey = (event: KeyboardEvent) => {
    onKeyDown(event);
    const isStop = event.key === "Escape" && isRunning;
    const isSubmit = event.key === "Enter" && !event.shiftKey;
    if (event.defaultPrevented || event.nativeEvent.isComposing || !(isStop || isSubmit)) return;
    event.preventDefault();
    if (isStop) void thread.stop();
    else submit();
  };
  const onPaste = (event: ClipboardEvent) => {
    const { files } = event.clipboardData;
    const pasted = files.length > 0 ? [...files] : longPaste(event.clipboardData.getData("text/plain"));
    if (pasted.length === 0) return;
    event.preventDefault();
    void composer.attach(pasted, "paste");
  };
  const isOpen = proposals.length > 0;
  return (
    <>
      <Proposals id={listId} proposals={proposals} marked={marked} onTake={take} />
      <textarea
        ref={field}
        value={text}
        className="composer-input"
        aria-label={composerTexts.message}
        aria-autocomplete="list"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}-${marked}` : undefined}
        placeholder={placeholder(isAsked, isRunning)}
        dir="auto"
        // For browsers that do not measure what is written.
        rows={text.split("\n", MOST_ROWS).length}
        onChange={(event) => composer.setText(event.target.value)}
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
  if (isAsked) return composerTexts.refuseAndSay;
  return isRunning ? composerTexts.sayToRun : composerTexts.ask;
}

/** Whoever has just sent something, or has a run shown, goes on writing. */
function focusEnd(field: HTMLTextAreaElement | null): void {
  field?.focus({ preventScroll: true });
  field?.setSelectionRange(field.value.length, field.value.length);
}

function ComposerButtons() {
  const { thread, composer } = useServices();
  const hasNothing = useStore(composer, isEmpty);
  const isRunning = useStore(thread, (state) => state.isRunning);
  return (
    <div className="composer-buttons">
      <button
        type="button"
        className="picker"
        aria-label={composerTexts.attach}
        title={composerTexts.attach}
        onClick={() => choose(composer)}
      >
        <Icon name="plus" />
      </button>
      <ModelPicker />
      <EffortPicker />
      <ModePicker />
      <ToolsPicker />
      <span className="space" />
      {isRunning && hasNothing ? null : (
        <button type="submit" className="primary" disabled={hasNothing}>
          {composerTexts.send}
        </button>
      )}
      {isRunning ? (
        <button type="button" className="stop" onClick={() => void thread.stop()}>
          {composerTexts.stop}
        </button>
      ) : null}
    </div>
  );
}

function choose(composer: ComposerStore): void {
  const input = Object.assign(document.createElement("input"), { type: "file", multiple: true });
  input.onchange = () => void composer.attach(input.files ?? []);
  input.click();
}

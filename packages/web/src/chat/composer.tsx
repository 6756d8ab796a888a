import { AuiIf, ComposerPrimitive, useAuiEvent } from "@assistant-ui/react";
import { useServices } from "../app/services.ts";
import { useStore } from "../app/use-store.ts";
import { ModePicker } from "../pickers/mode-picker.tsx";
import { ModelPicker } from "../pickers/model-picker.tsx";
import { ToolsPicker } from "../pickers/tools-picker.tsx";
import { AttachedImages } from "./attached-images.tsx";
import { ComposerStatus } from "./composer-status.tsx";
import { usageText } from "./usage-text.ts";
import { useDraft } from "./use-draft.ts";

/** Where the user writes, attaches, picks, sends and stops. */
export function Composer() {
  const { thread } = useServices();
  useDraft();
  useAuiEvent("composer.attachmentAddError", ({ reason, message }) =>
    thread.tell(
      reason === "adapter-error" ? message : "That cannot be attached: images may be PNG, JPEG, GIF or WebP.",
    ),
  );
  return (
    <div className="composer-place">
      <ComposerStatus />
      <ComposerProblem />
      <ComposerPrimitive.AttachmentDropzone asChild>
        <ComposerPrimitive.Root className="composer" aria-label="Message to the agent">
          <AttachedImages />
          <ComposerPrimitive.Input
            className="composer-input"
            aria-label="Message"
            placeholder="Ask for something"
            rows={1}
            maxRows={12}
            autoFocus
          />
          <ComposerButtons />
        </ComposerPrimitive.Root>
      </ComposerPrimitive.AttachmentDropzone>
      <UsageLine />
    </div>
  );
}

function ComposerButtons() {
  return (
    <div className="composer-buttons">
      <ComposerPrimitive.AddAttachment className="picker" aria-label="Attach image" title="Attach image">
        +
      </ComposerPrimitive.AddAttachment>
      <ModelPicker />
      <ModePicker />
      <ToolsPicker />
      <span className="space" />
      <AuiIf condition={(s) => !s.thread.isRunning}>
        <ComposerPrimitive.Send className="primary">Send</ComposerPrimitive.Send>
      </AuiIf>
      <AuiIf condition={(s) => s.thread.isRunning}>
        <ComposerPrimitive.Cancel className="stop">Stop</ComposerPrimitive.Cancel>
      </AuiIf>
    </div>
  );
}

/** What the thread has used so far. */
function UsageLine() {
  const { thread } = useServices();
  const usage = useStore(thread, (state) => state.usage);
  const text = usage === undefined ? "" : usageText(usage);
  return text === "" ? null : <span className="usage">{`Thread: ${text}`}</span>;
}

/** What did not work, and what to do about it. */
function ComposerProblem() {
  const { thread } = useServices();
  const problem = useStore(thread, (state) => state.problem);
  const isLost = useStore(thread, (state) => state.connection === "lost");
  return (
    <div role="alert" className="composer-problem" hidden={problem === undefined}>
      {problem === undefined ? null : <span>{problem}</span>}
      {problem !== undefined && isLost ? (
        <button type="button" onClick={() => void thread.open(thread.state().threadId)}>
          Connect again
        </button>
      ) : null}
      {problem === undefined || isLost ? null : (
        <button type="button" className="quiet" onClick={() => thread.tell(undefined)}>
          Dismiss
        </button>
      )}
    </div>
  );
}
